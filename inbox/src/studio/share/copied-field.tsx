import { Check, Copy } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../../page-kit/announcer.tsx';
import { Icon } from '../../../../page-kit/icon.tsx';
import { useTranslator } from '../../language/translator-context.ts';
import { copyText } from '../../parts/copy-text.ts';

interface CopiedFieldProps {
  readonly label: string;
  readonly value: string;
}

/** A text that cannot be changed, and a button that copies it. */
export function CopiedField({ label, value }: CopiedFieldProps) {
  const { text } = useTranslator();
  const { say } = useAnnouncer();
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState('');
  const isCopied = copied === value;

  async function copy(): Promise<void> {
    field.current?.select();
    // Otherwise the selected text can be copied manually.
    const isWritten = await copyText(value);
    setCopied(isWritten ? value : '');
    say(text(isWritten ? 'copied' : 'copyByHand'));
  }

  return (
    <div class="form-copied">
      <textarea
        ref={field}
        readOnly
        rows={value.split('\n').length}
        aria-label={label}
        value={value}
        dir="ltr"
        onFocus={() => field.current?.select()}
      />
      <button
        type="button"
        class="button"
        aria-label={`${text(isCopied ? 'copied' : 'copy')}: ${label}`}
        onClick={() => void copy()}
      >
        <Icon of={isCopied ? Check : Copy} /> {text(isCopied ? 'copied' : 'copy')}
      </button>
    </div>
  );
}
