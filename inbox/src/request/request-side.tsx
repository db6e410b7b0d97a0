import type { InboxRequest, RequestFile } from '../api/shapes.ts';
import { RequestDeliveriesPart } from '../deliveries/request-deliveries.tsx';
import type { RequestDeliveries } from '../deliveries/use-request-deliveries.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useRole } from '../model/inbox-context.ts';
import { DownloadLink } from '../parts/download-link.tsx';
import { zipPath } from '../parts/file-paths.ts';
import { DueField } from './due-field.tsx';
import { EraseButton } from './erase-button.tsx';
import { BlockPart } from './guard-parts.tsx';
import { LabelsField } from './labels-field.tsx';
import { MailProgramLink } from './mail-program-link.tsx';
import { QueueNameField } from './queue-name-field.tsx';
import { ContactFacts, TechnicalFacts } from './request-facts.tsx';
import { SameCustomer } from './same-customer.tsx';
import { StatusLink } from './status-link.tsx';
import type { Change } from './use-change.ts';

export interface RequestSideProps {
  readonly request: InboxRequest;
  readonly sent: RequestDeliveries;
  readonly change: Change;
  readonly mayWrite: boolean;
}

/** The facts of a request, what is needed most often first. */
export function RequestSide({ request, sent, change, mayWrite }: RequestSideProps) {
  const { text } = useTranslator();
  const mayErase = useRole('owner');
  const shared = { request, change, mayWrite };
  return (
    <aside class="request-side" aria-label={text('facts')}>
      <section aria-labelledby="contact">
        <h2 id="contact">{text('contact')}</h2>
        <SameCustomer request={request} />
        <ContactFacts request={request} />
        <MailProgramLink request={request} />
        <BlockPart request={request} />
      </section>
      <DueField {...shared} />
      <LabelsField {...shared} />
      <QueueNameField {...shared} />
      {request.files.length > 0 && <FilesPart request={request} />}
      <section aria-labelledby="status-page">
        <h2 id="status-page">{text('statusLink')}</h2>
        <StatusLink request={request} mayWrite={mayWrite} />
      </section>
      <RequestDeliveriesPart {...sent} />
      <details class="folded">
        <summary>{text('technicalDetails')}</summary>
        <TechnicalFacts request={request} />
      </details>
      {mayErase && (
        <p class="actions">
          <EraseButton request={request} />
        </p>
      )}
    </aside>
  );
}

function FilesPart({ request: { id, files } }: { readonly request: InboxRequest }) {
  const { text, size } = useTranslator();
  return (
    <section aria-labelledby="files">
      <h2 id="files">{text('files')}</h2>
      <DownloadLink class="button button-plain button-small" href={zipPath(id)}>
        {text('filesSaveAll', { count: files.length, size: size(sumOf(files)) })}
      </DownloadLink>
    </section>
  );
}

function sumOf(files: readonly RequestFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
