import { useRef, useState } from 'preact/hooks';
import type { Receipt } from '../../../client/src/commission-client.ts';
import { useAnnouncer } from '../announcer.tsx';
import { Heading, useFocusWhenShown } from '../heading.tsx';
import { useTranslator } from '../language/translator-context.ts';
import { copyText } from './copy-text.ts';

export interface ReceiptViewProps {
  readonly receipt: Receipt;
  readonly fileNames: readonly string[];
  onAnother(): void;
}

export function ReceiptView({ receipt, fileNames, onAnother }: ReceiptViewProps) {
  const { text, time } = useTranslator();
  const { say } = useAnnouncer();
  const ref = useFocusWhenShown<HTMLElement>();
  const id = useRef<HTMLElement>(null);

  const [note, setNote] = useState('');

  async function copy(): Promise<void> {
    const isCopied = id.current !== null && (await copyText(`${receipt.id} ${receipt.createdAt}`, id.current));
    const outcome = text(isCopied ? 'copied' : 'copyFailed');
    setNote(outcome);
    say(outcome);
  }

  return (
    <section class="panel receipt" aria-labelledby="receipt" tabIndex={-1} ref={ref}>
      <Heading id="receipt" depth={1}>
        {text('receiptTitle')}
      </Heading>
      <p>{text('receiptThanks')}</p>
      <dl>
        <dt>{text('receiptId')}</dt>
        <dd>
          <code ref={id}>{receipt.id}</code>
        </dd>
        <dt>{text('receiptTime')}</dt>
        <dd>
          <time dateTime={receipt.createdAt}>{time(new Date(receipt.createdAt))}</time>
        </dd>
        {fileNames.length > 0 && <dt>{text('receiptFiles')}</dt>}
        {fileNames.map((name, index) => (
          <dd key={`${index} ${name}`}>
            <bdi>{name}</bdi>
          </dd>
        ))}
      </dl>
      <footer>
        <button type="button" onClick={() => void copy()}>
          {text('copy')}
        </button>
        <button type="button" onClick={() => window.print()}>
          {text('print')}
        </button>
        <button type="button" class="quiet" onClick={onAnother}>
          {text('another')}
        </button>
        <p class="hint">{note}</p>
      </footer>
    </section>
  );
}
