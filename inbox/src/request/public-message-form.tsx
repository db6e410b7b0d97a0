import { useState } from 'preact/hooks';
import type { InboxRequest, RequestChange } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { focusUnlessElsewhere } from '../parts/focus.ts';
import { LengthFault, limitedField, useLengthLimit } from '../parts/length-limit.tsx';
import type { TextDraft } from '../parts/text-draft.ts';
import { pressWhileWriting, useFieldFocus } from '../parts/writing-field.ts';
import type { Change } from './use-change.ts';

const maxCharacters = 5000;

interface PublicMessageFormProps {
  readonly request: InboxRequest;
  readonly draft: TextDraft;
  /** The field takes the focus when the count rises. */
  readonly focusCount: number;
  readonly change: Change;
}

/** The message that the customer reads on the status page. */
export function PublicMessageForm({ request, draft, focusCount, change }: PublicMessageFormProps) {
  const { text } = useTranslator();
  const { conflicts } = useInbox();
  const shown = request.publicMessage ?? '';
  const field = useFieldFocus(focusCount);
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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p class="visually-hidden" id="public-message-hint">
        {text('publicMessageHint')}
      </p>
      <textarea
        ref={field}
        placeholder={text('publicMessageHint')}
        rows={1}
        dir="auto"
        aria-label={text('publicMessage')}
        {...limitedField(limit, 'public-message-hint')}
        value={draft.text}
        onInput={({ currentTarget }) => draft.set(currentTarget.value)}
        onKeyDown={pressWhileWriting}
      />
      <LengthFault limit={limit} />
      {draft.text !== shown && (
        <p class="composer-actions">
          <button
            type="button"
            class="button button-plain"
            onClick={() => {
              draft.reset();
              field.current?.focus();
            }}
          >
            {text('discard')}
          </button>
          <button type="submit" class="button button-primary" aria-disabled={limit.fault !== null || isSaving}>
            {text(isEmpty ? 'publicMessageRemove' : 'publicMessageSave')}
          </button>
        </p>
      )}
    </form>
  );
}
