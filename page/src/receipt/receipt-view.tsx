import type { CatalogueText } from '../../../client/src/commission-client.ts';
import { requestNumberOf } from '../../../src/intake/submission/request-number.ts';
import { CatalogueWords } from '../language/catalogue-words.tsx';
import { useTranslator } from '../language/translator-context.ts';
import { Heading, useFocusWhenShown } from '../parts/heading.tsx';
import { CopyButton } from './copy-button.tsx';
import { SentContent } from './sent-content.tsx';
import type { SentRequest } from './sent-request.ts';

interface ReceiptViewProps {
  readonly sent: SentRequest;
  /** Those that were sent, while the page still has them. */
  readonly files?: readonly File[];
  /** The studio's text about the next steps. */
  readonly afterwards: CatalogueText | null;
  onAnother(): void;
}

export function ReceiptView({ sent, files, afterwards, onAnother }: ReceiptViewProps) {
  const { text } = useTranslator();
  const ref = useFocusWhenShown<HTMLElement>();
  const { id, location } = sent.receipt;
  const requestNumber = requestNumberOf(id);

  return (
    <section class="panel receipt" part="panel receipt" aria-labelledby="receipt" tabIndex={-1} ref={ref}>
      <div class="arrived">
        <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="11" />
          <path d="M6.5 12.5l3.5 3.5 7.5-8" />
        </svg>
        <Heading id="receipt" depth={1}>
          {text('receiptTitle')}
        </Heading>
      </div>
      <p class="request-number" part="request-number">
        <span class="hint">{text('receiptId')}</span>
        <span class="copying">
          <code>{requestNumber}</code>
          <CopyButton label={text('copy')} value={requestNumber} />
        </span>
      </p>
      <p>{text('receiptThanks')}</p>
      {location !== null && <StatusLink address={location} />}
      <Heading depth={2}>{text('receiptNext')}</Heading>
      <p class="prose">{afterwards === null ? text('receiptNextUsual') : <CatalogueWords text={afterwards} />}</p>
      <Heading depth={2}>{text('receiptSent')}</Heading>
      <SentContent sent={sent} files={files} />
      <footer>
        <button type="button" part="button" class="button" onClick={() => window.print()}>
          {text('print')}
        </button>
        <button type="button" part="button" class="button button-plain" onClick={onAnother}>
          {text('another')}
        </button>
      </footer>
    </section>
  );
}

/** The link to the request's status page. */
function StatusLink({ address }: { address: string }) {
  const { text } = useTranslator();
  return (
    <>
      <p class="copying tracking">
        <a
          class="button button-primary"
          part="button status-link"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
        >
          {text('receiptStatus')}
        </a>
        <CopyButton label={text('copyLink')} value={address} />
      </p>
      <p class="hint">{text('receiptStatusHint')}</p>
    </>
  );
}
