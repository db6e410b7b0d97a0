import { useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { useTranslator } from '../language/translator-context.ts';

interface CopyButtonProps {
  readonly label: string;
  readonly value: string;
}

/** Copies a value. Without the clipboard, as on a page without TLS, shows it selected for copying by hand. */
export function CopyButton({ label, value }: CopyButtonProps) {
  const { text } = useTranslator();
  const { say } = useAnnouncer();
  const [outcome, setOutcome] = useState<{ readonly key: 'copied' | 'copyFailed' } | null>(null);

  async function copy(): Promise<void> {
    const key = await copyText(value);
    setOutcome({ key });
    say(text(key));
  }

  return (
    <>
      <button type="button" part="button" class="button button-small" onClick={() => void copy()}>
        {label}
      </button>
      {outcome && <span class="hint">{text(outcome.key)}</span>}
      {outcome?.key === 'copyFailed' && <code ref={(shown) => select(shown)}>{value}</code>}
    </>
  );
}

function select(shown: HTMLElement | null): void {
  if (shown) getSelection()?.selectAllChildren(shown);
}

async function copyText(text: string): Promise<'copied' | 'copyFailed'> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'copyFailed';
  }
}
