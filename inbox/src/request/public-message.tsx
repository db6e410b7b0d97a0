import { useRef, useState } from 'preact/hooks';
import type { InboxRequest, RequestChange } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { ExactText } from '../parts/exact-text.tsx';
import { focusUnlessElsewhere } from '../parts/focus-unless-elsewhere.ts';
import { LengthFault, limitedField, useLengthLimit } from '../parts/length-limit.tsx';
import { useTextDraft } from '../parts/text-draft.ts';
import { pressWhileWriting } from '../parts/writing-keys.ts';
import type { Change } from './use-change.ts';

const maxCharacters = 5000;

export interface PublicMessageProps {
  readonly request: InboxRequest;
  readonly change: Change;
  readonly mayWrite: boolean;
}

/** The message that the customer reads on the status page. */
export function PublicMessage({ request, change, mayWrite }: PublicMessageProps) {
  const { text } = useTranslator();
  const { conflicts } = useInbox();
  const shown = request.publicMessage ?? '';
  const draft = useTextDraft(`message ${request.id}`, shown);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isSaving, setSaving] = useState(false);
  const isEmpty = draft.text.trim() === '';
  const limit = useLengthLimit(draft.text, maxCharacters);

  async function save(): Promise<void> {
    if (limit.fault !== null) return limit.announce();
    if (isSaving) return;
    setSaving(true);
    const words = isEmpty ? '' : draft.text;
    if (await saveMessage({ publicMessage: isEmpty ? null : words })) {
      draft.resetSaved(words);
      // The button that had the focus disappears with the change.
      focusUnlessElsewhere(field.current, field.current?.form);
    }
    setSaving(false);
  }

  /** Resolves with true when the request has the message. */
  async function saveMessage(wanted: RequestChange): Promise<boolean> {
    // Somebody else has changed the message since the writing began, and this window has loaded the change.
    if (draft.before !== shown && (await conflicts.ask({ change: wanted, current: request })) === 'discard') {
      return false;
    }
    return change(wanted);
  }

  return (
    <section class="public-message" aria-labelledby="public-message">
      <h2 id="public-message">{text('publicMessage')}</h2>
      {!mayWrite && (shown === '' ? <p class="muted">{text('none')}</p> : <ExactText text={shown} />)}
      {mayWrite && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <p class="hint" id="public-message-hint">
            {text('publicMessageHint')}
          </p>
          <textarea
            ref={field}
            rows={2}
            dir="auto"
            aria-labelledby="public-message"
            {...limitedField(limit, 'public-message-hint')}
            value={draft.text}
            onInput={({ currentTarget }) => draft.set(currentTarget.value)}
            onKeyDown={pressWhileWriting}
          />
          <LengthFault limit={limit} />
          {draft.text !== shown && (
            <p class="actions">
              <button type="submit" aria-disabled={limit.fault !== null || isSaving}>
                {text(isEmpty ? 'publicMessageRemove' : 'publicMessageSave')}
              </button>
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  draft.reset();
                  field.current?.focus();
                }}
              >
                {text('discard')}
              </button>
            </p>
          )}
        </form>
      )}
    </section>
  );
}
