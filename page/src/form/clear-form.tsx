import { useLayoutEffect, useRef } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import type { DraftState } from '../draft/use-draft.ts';
import { useTranslator } from '../language/translator-context.ts';

/** Clears the form, and offers to restore it. */
export function ClearForm({ form, onClear }: { form: DraftState; onClear(): void }) {
  const { text } = useTranslator();
  const { say } = useAnnouncer();
  const button = useRef<HTMLButtonElement>(null);
  const wasClicked = useRef(false);

  // The two buttons replace each other, and the focus would be lost with the removed button.
  useLayoutEffect(() => {
    if (wasClicked.current) button.current?.focus();
    wasClicked.current = false;
  }, [form.isDiscarded]);

  function click(act: () => void, announcement: string): void {
    wasClicked.current = true;
    act();
    say(announcement);
  }

  if (form.isEmpty && !form.isDiscarded) return null;
  return (
    <div class="clearing">
      {form.isDiscarded && <span>{text('draftCleared')}</span>}
      {form.isDiscarded ? (
        <button
          key="undo"
          type="button"
          part="button"
          class="button"
          ref={button}
          onClick={() => click(form.undoDiscard, text('undone'))}
        >
          {text('undo')}
        </button>
      ) : (
        <button
          key="clear"
          type="button"
          part="button"
          class="button button-plain"
          ref={button}
          onClick={() => click(onClear, text('draftCleared'))}
        >
          {text('draftClear')}
        </button>
      )}
    </div>
  );
}
