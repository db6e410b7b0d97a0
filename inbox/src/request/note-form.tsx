import { useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import type { InboxRequest, RequestEvent } from '../api/shapes.ts';
import { failureText } from '../language/failure-text.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { focusUnlessElsewhere } from '../parts/focus.ts';
import { LengthFault, limitedField, useLengthLimit } from '../parts/length-limit.tsx';
import type { TextDraft } from '../parts/text-draft.ts';
import { pressWhileWriting, useFieldFocus } from '../parts/writing-field.ts';
import { useUnsentReport } from './use-unsent-report.ts';

const maxCharacters = 20_000;

interface NoteFormProps {
  readonly request: InboxRequest;
  readonly draft: TextDraft;
  /** The field takes the focus when the count rises. */
  readonly focusCount: number;
  onAdded(note: RequestEvent): void;
}

/** Adds a note that only the studio sees. */
export function NoteForm({ request, draft, focusCount, onAdded }: NoteFormProps) {
  const translator = useTranslator();
  const { text } = translator;
  const { api } = useInbox();
  const { say, alert } = useAnnouncer();
  const field = useFieldFocus(focusCount);
  const report = useUnsentReport(request, field);
  const [fault, setFault] = useState<string | null>(null);
  const limit = useLengthLimit(draft.text, maxCharacters);

  async function add(): Promise<void> {
    if (limit.fault !== null) return limit.announce();
    if (draft.text.trim() === '' || draft.isSending) return;
    setFault(null);
    try {
      await draft.send(async (sent) => onAdded(await report(api.addNote(request.id, sent))));
      // The button that had the focus disappears with the text.
      focusUnlessElsewhere(field.current, field.current?.form);
      say(text('noteAdded'));
    } catch (error) {
      // The text stays in the field.
      const sentence = failureText(translator, error);
      setFault(sentence);
      alert(sentence);
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <textarea
        ref={field}
        aria-label={text('noteNew')}
        {...limitedField(limit)}
        placeholder={text('noteHint')}
        rows={1}
        dir="auto"
        value={draft.text}
        onInput={({ currentTarget }) => draft.set(currentTarget.value)}
        onKeyDown={pressWhileWriting}
      />
      <LengthFault limit={limit} />
      {fault !== null && <p class="fault">{fault}</p>}
      {draft.text !== '' && (
        <p class="composer-actions">
          <button
            type="submit"
            class="button button-primary"
            aria-disabled={draft.isSending || limit.fault !== null || draft.text.trim() === ''}
          >
            {text('noteAdd')}
          </button>
        </p>
      )}
    </form>
  );
}
