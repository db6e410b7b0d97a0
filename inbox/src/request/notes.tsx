import { useRef, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import type { InboxRequest, RequestEvent } from '../api/shapes.ts';
import { failureText } from '../language/failure-text.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { actorText } from '../parts/event-text.ts';
import { ExactText } from '../parts/exact-text.tsx';
import { focusUnlessElsewhere } from '../parts/focus-unless-elsewhere.ts';
import { LengthFault, limitedField, useLengthLimit } from '../parts/length-limit.tsx';
import { useTextDraft } from '../parts/text-draft.ts';
import { pressWhileWriting } from '../parts/writing-keys.ts';
import { useUnsentReport } from './use-unsent-report.ts';

const maxCharacters = 20_000;

export interface NotesProps {
  readonly request: InboxRequest;
  /** All events of the request. */
  readonly events: readonly RequestEvent[];
  readonly mayWrite: boolean;
  onAdded(note: RequestEvent): void;
}

/** Notes that only the studio sees. */
export function Notes({ request, events, mayWrite, onAdded }: NotesProps) {
  const translator = useTranslator();
  const { text } = translator;
  const { time } = useFormats();
  const notes = events.filter(({ kind }) => kind === 'note').reverse();
  return (
    <section class="notes" aria-labelledby="notes">
      <h2 id="notes">{text('notes')}</h2>
      {mayWrite && <NoteForm request={request} onAdded={onAdded} />}
      {notes.length === 0 && !mayWrite && <p class="muted">{text('notesNone')}</p>}
      <ul>
        {notes.map((note) => (
          <li key={note.seq}>
            <p class="muted">
              <bdi>{actorText(note.actor, translator)}</bdi> · <time dateTime={note.at}>{time(note.at)}</time>
            </p>
            <ExactText text={String(note.to)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoteForm({ request, onAdded }: Pick<NotesProps, 'request' | 'onAdded'>) {
  const translator = useTranslator();
  const { text } = translator;
  const { api } = useInbox();
  const { say, alert } = useAnnouncer();
  const draft = useTextDraft(`note ${request.id}`);
  const field = useRef<HTMLTextAreaElement>(null);
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
        rows={2}
        dir="auto"
        value={draft.text}
        onInput={({ currentTarget }) => draft.set(currentTarget.value)}
        onKeyDown={pressWhileWriting}
      />
      <LengthFault limit={limit} />
      {fault !== null && <p class="fault">{fault}</p>}
      {draft.text !== '' && (
        <button type="submit" aria-disabled={draft.isSending || limit.fault !== null || draft.text.trim() === ''}>
          {text('noteAdd')}
        </button>
      )}
    </form>
  );
}
