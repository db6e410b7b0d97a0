import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { InboxRequest } from '../../api/shapes.ts';
import { useFormats } from '../../language/formats.ts';
import { shownName } from '../../language/shown-name.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import { useLoaded } from '../../parts/loaded-part.tsx';
import { Agreements } from './agreements.tsx';
import { AlsoSent, alsoSentText, otherRequestsOf } from './also-sent.tsx';
import { AnswerList } from './answer-list.tsx';
import { labelText, type StudioText } from './label-text.ts';

/** The details beside the message: answers, a doubtful estimate, and proofs that few people open. */
export function RequestDetails({ request }: { readonly request: InboxRequest }) {
  const { text } = useIntakeWords();
  const { arrival, answers, missing, estimate } = request;
  return (
    <div class="details">
      {arrival && <p class="details-note">{text(`arrival_${arrival}`)}</p>}
      {(answers || missing) && (
        <Part title={text('answers')}>
          {answers && <AnswerList answers={answers} />}
          {missing && <Missing ids={missing} revision={request.studioRevision} />}
        </Part>
      )}
      {estimate?.differs && (
        <Part title={text('estimate')}>
          <EstimateList estimate={estimate} />
        </Part>
      )}
      <Proofs request={request} />
    </div>
  );
}

/** A folded line about the terms and about other requests with the same files. */
function Proofs({ request }: { readonly request: InboxRequest }) {
  const translator = useIntakeWords();
  const { text } = translator;
  const { terms = [], termsState, seenBefore = [] } = request;
  const others = otherRequestsOf(seenBefore);
  const isDoubtful = termsState !== undefined && termsState !== 'agreed';
  if (terms.length === 0 && others.length === 0 && !isDoubtful) return null;
  const known = terms.filter(({ title }) => title !== null).length;
  const words = [
    isDoubtful && text(termsState === 'incomplete' ? 'termsIncomplete' : 'termsNotRecorded'),
    !isDoubtful && known > 0 && `✓ ${text('termsCount', { count: known })}`,
    known < terms.length && text('termsUnknown'),
    others.length === 1 && others.map(alsoSentText(translator)).join(''),
    others.length > 1 && text('seenCount', { count: others.length }),
  ].filter((part) => part !== false);
  const summary = words.join(' · ');
  const className = isDoubtful ? 'details-proofs is-doubtful' : 'details-proofs';
  if (terms.length + others.length === 0) return <p class={className}>{summary}</p>;
  return (
    <details class={className}>
      <summary>{summary}</summary>
      {terms.length > 0 && <Agreements terms={terms} />}
      {others.length > 0 && <AlsoSent request={request} others={others} />}
    </details>
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
    <div class="details-missing">
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

/** The sum that the customer was shown beside the service's own, which differs. */
function EstimateList({ estimate }: { readonly estimate: NonNullable<InboxRequest['estimate']> }) {
  const { text } = useIntakeWords();
  const { money } = useFormats();
  const { shown, own, currency, shownCurrency } = estimate;
  const sum = (amount: number | null, of: string) =>
    amount === null ? text('estimateNone') : money({ amount, currency: of });
  return (
    <>
      <dl class="details-list details-sums details-doubtful">
        <div>
          <dt>{text('estimateShown')}</dt>
          <dd>{sum(shown, shownCurrency ?? currency)}</dd>
        </div>
        <div>
          <dt>{text('estimateOwn')}</dt>
          <dd>{sum(own, currency)}</dd>
        </div>
      </dl>
      <p class="hint">{text('estimateDiffers')}</p>
    </>
  );
}
