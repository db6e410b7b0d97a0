import { useState } from 'preact/hooks';
import type { InboxRequest, RequestFile } from '../api/shapes.ts';
import { type RequestDeliveries, RequestDeliveriesPart } from '../deliveries/request-deliveries.tsx';
import { useTranslator } from '../language/translator-context.ts';
import { useRole } from '../model/inbox-context.ts';
import { DownloadLink } from '../parts/download-link.tsx';
import { zipPath } from '../parts/file-paths.ts';
import { lazyComponent } from '../parts/lazy-component.tsx';
import { DueField, type DueFieldProps } from './due-field.tsx';
import { BlockPart } from './guard-parts.tsx';
import { LabelsField } from './labels-field.tsx';
import { MailProgramLink } from './mail-program-link.tsx';
import { PriceField } from './price-field.tsx';
import { ContactFacts, TechnicalFacts } from './request-facts.tsx';
import { StatusLink } from './status-link.tsx';
import type { Change } from './use-change.ts';

interface RequestSideProps {
  readonly request: InboxRequest;
  readonly sent: RequestDeliveries;
  readonly change: Change;
  readonly mayWrite: boolean;
}

/** The facts of a request, the most needed first. */
export function RequestSide({ request, sent, change, mayWrite }: RequestSideProps) {
  const { text } = useTranslator();
  const mayErase = useRole('owner');
  const shared = { request, change, mayWrite };
  return (
    <aside class="request-side" aria-label={text('facts')}>
      <PriceField request={request} change={change} mayWrite={mayWrite} />
      <DueField {...shared} />
      <section aria-labelledby="contact">
        <h2 id="contact">{text('contact')}</h2>
        <ContactFacts request={request} />
        <MailProgramLink request={request} />
        <BlockPart request={request} />
      </section>
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

const EraseDialog = lazyComponent(() => import('../bulk/erase-dialog.tsx').then((loaded) => loaded.EraseDialog));

/** Erases the request permanently, with its notes and messages. */
function EraseButton({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" class="quiet bad" onClick={() => setAsking(true)}>
        {text('erase')}
      </button>
      {isAsking && <EraseDialog request={request} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The name that the customer chose for the public queue, which shows it after a person's consent (S20). */
function QueueNameField({ request, change, mayWrite }: DueFieldProps) {
  const { text } = useTranslator();
  if (request.queueName === undefined) return null;
  return (
    <section aria-labelledby="queue-name">
      <h2 id="queue-name">{text('field_queueNameShown')}</h2>
      <p>
        <bdi>{request.queueName}</bdi>
      </p>
      <label class="check">
        <input
          type="checkbox"
          disabled={!mayWrite}
          checked={request.queueNameShown === true}
          onChange={({ currentTarget }) => void change({ queueNameShown: currentTarget.checked })}
        />
        {text('showQueueName')}
      </label>
    </section>
  );
}
