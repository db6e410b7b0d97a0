import type { Pool } from 'pg';
import { createAuditHistory, createEventFeed } from '../../events/event-pages.ts';
import { createStudioHistory } from '../../studio/revisions/studio-history.ts';
import { createCustomerMessages } from '../entries/message/create-customer-messages.ts';
import { createSavedViews } from './create-saved-views.ts';
import { createFileExporter } from './file-exporter.ts';
import type { Inbox } from './inbox.ts';
import { createRequestEditor } from './request-editor.ts';
import { createRequestExporter } from './request-exporter.ts';
import { createRequestFiles } from './request-files.ts';
import { createRequestReader } from './request-reader.ts';

/** @param exportPool An export keeps its connection for as long as its reader takes, so exports have their own. */
export function createInbox(pool: Pool, exportPool: Pool): Inbox {
  const history = createStudioHistory();
  return {
    reader: createRequestReader(pool, history),
    editor: createRequestEditor(pool, history),
    customerMessages: createCustomerMessages(pool),
    files: createRequestFiles(pool),
    exporter: createRequestExporter(exportPool, history),
    fileExporter: createFileExporter(exportPool),
    feed: createEventFeed(pool),
    history: createAuditHistory(pool),
    views: createSavedViews(pool),
  };
}
