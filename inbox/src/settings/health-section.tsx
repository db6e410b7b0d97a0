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

/** The findings of `commissions doctor` in the running service, each with its remedy. */
export function HealthSection() {
  const { call } = useInbox();
  const { text } = useTranslator();
  const { time } = useFormats();
  const [health, reload] = useLoaded(() => call<Health>('GET', '/health'));
  return (
    <LoadedPart state={health} reload={reload}>
      {({ checkedAt, version, checks }) => (
        <>
          <Findings findings={checks.flatMap(({ findings }) => findings)} />
          <p class="muted">{text('healthChecked', { time: time(checkedAt), version })}</p>
          <p>
            <button type="button" class="button" onClick={reload}>
              {text('healthAgain')}
            </button>
          </p>
        </>
      )}
    </LoadedPart>
  );
}

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const { text } = useTranslator();
  const worst = troubles.flatMap((verdict) => findings.filter((finding) => finding.verdict === verdict));
  const others = findings.filter(({ verdict }) => !troubles.includes(verdict));
  return (
    <>
      {worst.length === 0 ? (
        <p class="health-good">{text('healthGood')}</p>
      ) : (
        <ul class="entries health">
          {worst.map((finding) => (
            <Trouble key={finding.found} finding={finding} />
          ))}
        </ul>
      )}
      <details class="technical">
        <summary>{text('healthOthers', { count: others.length })}</summary>
        <ul lang="en" dir="ltr">
          {others.map(({ found }) => (
            <li key={found}>{found}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

function Trouble({ finding: { verdict, found, remedy, command } }: { readonly finding: Finding }) {
  const { text } = useTranslator();
  return (
    <li>
      <div>
        <span class={`status health-${verdict}`}>{text(verdict === 'wrong' ? 'healthWrong' : 'healthWarning')}</span>
        <div lang="en" dir="ltr">
          <p class="entry-title">{found}</p>
          {remedy !== undefined && <p>{remedy}</p>}
          {command !== undefined && (
            <pre>
              <code>{command}</code>
            </pre>
          )}
        </div>
      </div>
    </li>
  );
}
