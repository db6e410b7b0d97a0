import { useRef } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';
import { Heading } from '../parts/heading.tsx';
import { CopyButton } from './copy-button.tsx';

/** The link to the request's status page. */
export function StatusLink({ address }: { address: string }) {
  const { text } = useTranslator();
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <>
      <Heading depth={2}>{text('receiptStatus')}</Heading>
      <p>{text('receiptStatusHint')}</p>
      <p>
        <a
          class="status-link"
          part="status-link"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          dir="ltr"
          ref={link}
        >
          {address}
        </a>
      </p>
      <p class="copying">
        <CopyButton label={text('copyLink')} value={address} shownIn={link} />
      </p>
    </>
  );
}
