import type { ComponentChildren } from 'preact';
import { CatalogueWords } from '../language/catalogue-words.tsx';
import { useTranslator } from '../language/translator-context.ts';
import type { SentRequest } from './sent-request.ts';

/** What was sent, as the customer wrote it. */
export function SentContent({ sent }: { sent: SentRequest }) {
  const { text, time } = useTranslator();
  const { receipt, choices, fileNames } = sent;
  return (
    <dl>
      <Entry name={text('receiptTime')}>
        <time dateTime={receipt.createdAt}>{time(new Date(receipt.createdAt))}</time>
      </Entry>
      {choices.length > 0 && (
        <Entry name={text('sectionCommission')}>
          {choices.map((choice, index) => (
            <div key={index}>
              <CatalogueWords text={choice} />
            </div>
          ))}
        </Entry>
      )}
      <Entry name={text('customerName')}>
        <bdi>{sent.customerName}</bdi>
      </Entry>
      <Entry name={text('customerEmail')}>
        <bdi>{sent.customerEmail}</bdi>
      </Entry>
      {sent.customerSocials !== '' && (
        <Entry name={text('customerSocials')}>
          <bdi>{sent.customerSocials}</bdi>
        </Entry>
      )}
      <Entry name={text('message')}>
        <bdi>{sent.message}</bdi>
      </Entry>
      {fileNames.length > 0 && (
        <Entry name={text('receiptFiles')}>
          {fileNames.map((name, index) => (
            <div key={`${index} ${name}`}>
              <bdi>{name}</bdi>
            </div>
          ))}
        </Entry>
      )}
    </dl>
  );
}

function Entry({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
