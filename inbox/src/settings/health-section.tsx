import './entries.css';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide';
import { Icon } from '../../../page-kit/icon.tsx';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { LoadedPart, useLoaded } from '../parts/loaded-part.tsx';

type Verdict = 'ok' | 'warning' | 'wrong' | 'skipped';

interface Finding {
  readonly verdict: Verdict;
  /** English, as is the remedy. */
  readonly found: string;
  readonly remedy?: string;
  readonly command?: string;
}

interface Health {
  readonly checkedAt: string;
  readonly version: string;
  readonly checks: readonly { readonly name: string; readonly findings: readonly Finding[] }[];
}

/** The worst first. */
const troubles: readonly Verdict[] = ['wrong', 'warning'];

/** What a person has to do for the service, by the findings of `commissions doctor`. */
export function HealthSection() {
  const { call } = useInbox();
  const { text } = useTranslator();
  const { time } = useFormats();
  const [health, reload] = useLoaded(() => call<Health>('GET', '/health'));
  return (
    <LoadedPart state={health} reload={reload}>
      {({ checkedAt, version, checks }) => (
        <>
          <ToDo checks={checks} />
          <Folded checks={checks} verdict="ok" label="healthPassed" />
          <Folded checks={checks} verdict="skipped" label="healthSkipped" />
          <p class="health-foot muted">
            <span>{text('healthChecked', { time: time(checkedAt), version })}</span>
            <button type="button" class="button button-small" onClick={reload}>
              {text('healthAgain')}
            </button>
          </p>
        </>
      )}
    </LoadedPart>
  );
}

const findingsOf = (checks: Health['checks'], verdict: Verdict) =>
  checks.flatMap(({ name, findings }) =>
    findings.filter((finding) => finding.verdict === verdict).map((finding) => ({ ...finding, area: areaOf(name) })),
  );

function ToDo({ checks }: Pick<Health, 'checks'>) {
  const { text } = useTranslator();
  const worst = troubles.flatMap((verdict) => findingsOf(checks, verdict));
  if (worst.length === 0)
    return (
      <p class="health-good">
        <Icon of={CircleCheck} />
        {text('healthGood')}
      </p>
    );
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do">{text('healthToDo')}</h2>
      <ul class="entries health">
        {worst.map((finding) => (
          <Trouble key={finding.found} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

function Trouble({ finding }: { readonly finding: Finding & { readonly area: Area } }) {
  const { text } = useTranslator();
  const { verdict, found, remedy, command, area } = finding;
  return (
    <li class={`with-mark health-${verdict}`}>
      <Icon of={verdict === 'wrong' ? CircleX : TriangleAlert} />
      <div class="entry-text">
        <p class="muted">
          {text(`healthArea_${area}`)} · {text(verdict === 'wrong' ? 'healthWrong' : 'healthWarning')}
        </p>
        <div lang="en" dir="ltr">
          <p class="entry-title">{found}</p>
          {remedy !== undefined && <p>{remedy}</p>}
        </div>
        {command !== undefined && (
          <details>
            <summary>{text('healthCommand')}</summary>
            <pre lang="en" dir="ltr">
              <code>{command}</code>
            </pre>
          </details>
        )}
      </div>
    </li>
  );
}

interface FoldedProps extends Pick<Health, 'checks'> {
  readonly verdict: Verdict;
  readonly label: 'healthPassed' | 'healthSkipped';
}

function Folded({ checks, verdict, label }: FoldedProps) {
  const { text } = useTranslator();
  const findings = findingsOf(checks, verdict);
  if (findings.length === 0) return null;
  return (
    <details class="technical">
      <summary>{text(label, { count: findings.length })}</summary>
      <ul lang="en" dir="ltr">
        {findings.map(({ found }) => (
          <li key={found}>{found}</li>
        ))}
      </ul>
    </details>
  );
}

const areas = ['backup', 'bucket', 'database', 'deliveries', 'mail', 'machine', 'service'] as const;
type Area = (typeof areas)[number];

/** Returns the part of the service that a check is about. */
function areaOf(check: string): Area {
  return areas.find((area) => check.startsWith(`${area}.`)) ?? 'service';
}
