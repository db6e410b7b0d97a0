import type { AuditHistory, EventFeed } from '../../events/events.ts';
import type { CustomerMessages } from '../entries/message/customer-messages.ts';
import type { FileExporter, RequestFiles } from './files.ts';
import type { RequestEditor, RequestExporter, RequestReader } from './inbox.ts';
import type { SavedViews } from './saved-views.ts';

/** All that there is about requests as operators see them. */
export interface Inbox {
  readonly reader: RequestReader;
  readonly editor: RequestEditor;
  readonly customerMessages: CustomerMessages;
  readonly files: RequestFiles;
  readonly exporter: RequestExporter;
  readonly fileExporter: FileExporter;
  readonly feed: EventFeed;
  readonly history: AuditHistory;
  readonly views: SavedViews;
}
