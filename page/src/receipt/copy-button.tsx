import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { useTranslator } from '../language/translator-context.ts';

interface CopyButtonProps {
  readonly label: string;
  readonly value: string;
  /** The element with the value. Its text is selected when the page may not write to the clipboard. */
  readonly shownIn: RefObject<HTMLElement | null>;
}

/** Copies a value, and shows next to the button whether that succeeded. */
export function CopyButton({ label, value, shownIn }: CopyButtonProps) {
  const { text } = useTranslator();
  const { say } = useAnnouncer();
  const [note, setNote] = useState('');

  async function copy(): Promise<void> {
    const isCopied = shownIn.current !== null && (await copyText(value, shownIn.current));
    const outcome = text(isCopied ? 'copied' : 'copyFailed');
    setNote(outcome);
    say(outcome);
  }

  return (
    <>
      <button type="button" part="button" class="button" onClick={() => void copy()}>
        {label}
      </button>
      {note !== '' && <span class="hint">{note}</span>}
    </>
  );
}

/** Copies the text. Without the clipboard, as on a page without TLS, selects the element's text for manual copying. */
async function copyText(text: string, element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return false;
  }
}
