import { Check, Copy } from 'lucide';
import { useState } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { Icon } from '../../../page-kit/icon.tsx';
import { useTranslator } from '../language/translator-context.ts';
import { copyText } from './copy-text.ts';

interface CopyButtonProps {
  readonly label: string;
  readonly value: string;
}

/** Copies a text that is shown beside it. */
export function CopyButton({ label, value }: CopyButtonProps) {
  const { text } = useTranslator();
  const { say } = useAnnouncer();
  const [isCopied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    const isWritten = await copyText(value);
    setCopied(isWritten);
    if (isWritten) say(text('copied'));
  }

  return (
    <button type="button" class="button" onClick={() => void copy()}>
      <Icon of={isCopied ? Check : Copy} />
      {isCopied ? text('copied') : label}
    </button>
  );
}
