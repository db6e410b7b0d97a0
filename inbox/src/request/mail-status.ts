import type { MailStatus } from '../../../src/deliveries/mail/mail-channels.ts';
import type { Call } from '../api/call.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';

/** Loads whether the service can send mails to customers. Null until it is known. */
export function watchMail(call: Call, stream: EventStream): Cell<MailStatus | null> {
  const status = createCell<MailStatus | null>(null);
  const load = () => void call<MailStatus>('GET', '/mail').then(status.set, () => {});
  load();
  stream.subscribe({ onEvent() {}, onGap: load });
  return status;
}
