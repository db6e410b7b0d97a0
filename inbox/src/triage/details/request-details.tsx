import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { moneyIn } from '../../../../src/intake/submission/money.ts';
import type { InboxRequest } from '../../api/shapes.ts';
import { shownName } from '../../language/shown-name.ts';
import { useIntakeWords, useTranslator } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import { useLoaded } from '../../parts/loaded-part.tsx';
import { Link } from '../../router/router.tsx';
import { pathOf } from '../../router/routes.ts';
import { Agreements } from './agreements.tsx';
import { AnswerList, type FormEstimate, labelText, type StudioText } from './answer-list.tsx';

/** The details beside the message: answers, agreements, and the sum that was shown. */
export function RequestDetails({ request }: { readonly request: InboxRequest }) {
  const { text } = useIntakeWords();
  const { arrival, answers, missing, terms, termsState, estimate, seenBefore } = request;
  return (
    <div class="told">
      {seenBefore && <SeenBefore seen={seenBefore} />}
      {arrival && <p class="told-note">{text(`arrival_${arrival}`)}</p>}
      {(answers || missing) && (
        <Part title={text('answers')}>
          {answers && <AnswerList answers={answers} />}
          {missing && <Missing ids={missing} revision={request.studioRevision} />}
        </Part>
      )}
      {estimate && (
        <Part title={text('estimate')}>
          <EstimateList estimate={estimate} />
        </Part>
      )}
      {(terms || (termsState && termsState !== 'agreed')) && (
        <Part title={text('terms')}>
          <Agreements terms={terms} termsState={termsState} />
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface MissingProps {
  readonly ids: readonly string[];
  /** The revision of the studio that the customer saw, or null for the published one. */
  readonly revision: number | null;
}

/** The required questions without an answer, by their words once these are loaded. */
function Missing({ ids, revision }: MissingProps) {
  const translator = useIntakeWords();
  const labels = useLabels(revision);
  return (
    <div class="told-missing">
      <h3>{translator.text('missing')}</h3>
      <ul>
        {ids.map((id) => {
          const label = labels.get(id);
          return <li key={id}>{label ? <bdi>{labelText(translator, label)}</bdi> : <code>{shownName(id)}</code>}</li>;
        })}
      </ul>
    </div>
  );
}

interface AskingStudio {
  readonly document: { readonly questions: readonly { readonly id: string; readonly label: StudioText }[] };
}

function useLabels(revision: number | null): ReadonlyMap<string, StudioText> {
  const { call } = useInbox();
  const path = revision === null ? '/studio' : `/studio/revisions/${revision}`;
  const [studio] = useLoaded(() => call<AskingStudio>('GET', path));
  if (studio.name !== 'loaded') return new Map();
  return new Map(studio.value.document.questions.map(({ id, label }) => [id, label]));
}

/** The sum that the customer was shown beside the service's own, marked when they differ. */
function EstimateList({ estimate }: { readonly estimate: FormEstimate }) {
  const { text, region } = useIntakeWords();
  const { shown, own, currency, shownCurrency, differs } = estimate;
  const sum = (amount: number | null, of: string) =>
    amount === null ? text('estimateNone') : moneyIn(region, of).exact(amount);
  return (
    <>
      <dl class={differs ? 'told-list told-sums told-doubtful' : 'told-list told-sums'}>
        <div>
          <dt>{text('estimateShown')}</dt>
          <dd>{sum(shown, shownCurrency ?? currency)}</dd>
        </div>
        <div>
          <dt>{text('estimateOwn')}</dt>
          <dd>{sum(own, currency)}</dd>
        </div>
      </dl>
      {differs && <p class="hint">{text('estimateDiffers')}</p>}
    </>
  );
}

/** Other requests with the same files, or with similar pictures (S33). */
function SeenBefore({ seen }: { readonly seen: NonNullable<InboxRequest['seenBefore']> }) {
  const { text } = useIntakeWords();
  const { text: textOf } = useTranslator();
  const once = seen.filter(
    ({ requestId, alike }, index) =>
      seen.findIndex((other) => other.requestId === requestId && other.alike === alike) === index,
  );
  return (
    <ul class="seen" aria-label={text('seenBefore')}>
      {once.map(({ requestId, alike, number, status }) => (
        <li key={`${requestId} ${alike}`}>
          <Link to={pathOf({ name: 'request', id: requestId })}>
            {text(`seen_${alike}`, { number, status: textOf(`status_${status}`) })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
