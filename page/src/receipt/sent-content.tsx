import type { ComponentChildren } from 'preact';
import { zonedTime } from '../../../src/platform/language/zoned-time.ts';
import { isPicture } from '../attachments/picture.ts';
import { Thumbnail } from '../attachments/thumbnail.tsx';
import { textFields } from '../draft/draft.ts';
import { CatalogueWords } from '../language/catalogue-words.tsx';
import { useTranslator } from '../language/translator-context.ts';
import type { SentRequest } from './sent-request.ts';

/** The submitted content. */
export function SentContent({ sent, files = [] }: { sent: SentRequest; files: readonly File[] | undefined }) {
  const { text, size, region } = useTranslator();
  const { receipt, choices, fileNames, fileSizes, details } = sent;
  return (
    <dl>
      {choices.length > 0 && (
        <Entry name={text('sectionCommission')}>
          {choices.map((choice, index) => (
            <div key={index} class="ordered">
              <CatalogueWords text={choice} />
            </div>
          ))}
        </Entry>
      )}
      {details.map(({ name, value }, index) => (
        <Entry key={index} name={name}>
          <bdi>{value}</bdi>
        </Entry>
      ))}
      {textFields
        .filter((field) => sent[field] !== '')
        .map((field) => (
          <Entry key={field} name={text(field)}>
            <bdi>{sent[field]}</bdi>
          </Entry>
        ))}
      {fileNames.length > 0 && (
        <Entry name={text('receiptFiles')}>
          {files.some(isPicture) && (
            <div class="sent-files">
              {files.filter(isPicture).map((file, index) => (
                <Thumbnail key={index} file={file} />
              ))}
            </div>
          )}
          {fileNames.map((name, index) => (
            <div key={`${index} ${name}`}>
              <bdi>{name}</bdi> {fileSizes[index] !== undefined && <span class="hint">{size(fileSizes[index])}</span>}
            </div>
          ))}
        </Entry>
      )}
      <Entry name={text('receiptTime')}>
        <time dateTime={receipt.createdAt}>
          {new Intl.DateTimeFormat(region, zonedTime).format(new Date(receipt.createdAt))}
        </time>
      </Entry>
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
