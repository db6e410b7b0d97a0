import { type ComponentChildren, Fragment } from 'preact';
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
  const shown = files.some(isPicture) ? files : [];
  return (
    <dl>
      {choices.length > 0 && (
        <Entry name={text('sectionCommission')}>
          <strong>
            {choices.map((choice, index) => (
              <Fragment key={index}>
                {index > 0 && ' · '}
                <CatalogueWords text={choice} />
              </Fragment>
            ))}
          </strong>
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
          <div class="sent-files">
            {fileNames.map((name, index) => (
              <div key={`${index} ${name}`}>
                {shown[index] && <Thumbnail file={shown[index]} />}
                <bdi>{name}</bdi> {fileSizes[index] !== undefined && <span class="hint">{size(fileSizes[index])}</span>}
              </div>
            ))}
          </div>
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
