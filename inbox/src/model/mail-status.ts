import type { MailStatus } from '../../../src/deliveries/kinds/mail/mail-shapes.ts';
import type { Call } from '../api/send.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';
import type { ChannelHealth } from './channels-api.ts';

/**
 * Loads whether the service can send mails to customers. Null until it is known.
 * @param health Loaded after each change of a channel in this window, and now and then for changes by others.
 */
export function watchMail(
  call: Call,
  stream: EventStream,
  health: Cell<readonly ChannelHealth[]>,
): Cell<MailStatus | null> {
  const status = createCell<MailStatus | null>(null);
  const load = () => void call<MailStatus>('GET', '/mail').then(status.set, () => {});
  load();
  stream.subscribe({ onEvent() {}, onGap: load });
  health.subscribe(load);
  return status;
}
