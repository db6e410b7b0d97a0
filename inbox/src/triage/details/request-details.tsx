import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { InboxRequest } from '../../api/shapes.ts';
import { shownName } from '../../language/shown-name.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import { useLoaded } from '../../parts/use-loaded.ts';
import { Agreements } from './agreements.tsx';
import { AnswerList } from './answer-list.tsx';
import { labelText, type StudioText } from './details.ts';
import { EstimateList } from './estimate-list.tsx';
import { SeenBefore } from './seen-before.tsx';

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
