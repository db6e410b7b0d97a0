import type { MailStatus } from '../../../src/deliveries/kinds/mail/mail-shapes.ts';
import type { DiskState } from '../../../src/http/operator/schemas/disk.ts';
import type { Call } from '../api/send.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { type ChannelHealth, createChannelsApi } from './channels-api.ts';

/** The health of all channels. Empty until it is loaded. */
export interface HealthWatch {
  readonly health: Cell<readonly ChannelHealth[]>;
  /** Reloads the health now. */
  reload(): void;
}

const channelPollMs = 5 * 60_000;

/** Polls the channels' health. Rare polling is enough, because a channel counts as broken only after an hour. */
export function watchHealth(call: Call, stream: EventStream): HealthWatch {
  const health = createCell<readonly ChannelHealth[]>([]);
  const { health: ask } = createChannelsApi(call);
  // The next poll retries.
  const reload = () => void ask().then(health.set, () => {});
  reload();
  stream.subscribe({ onEvent() {}, onGap: reload });
  setInterval(() => document.visibilityState === 'visible' && reload(), channelPollMs);
  return { health, reload };
}

const diskPollMs = 60_000;

/** Polls the free disk space of the service. Null until it is known. */
export function watchDisk(call: Call, stream: EventStream): Cell<DiskState | null> {
  const state = createCell<DiskState | null>(null);
  // The next poll retries.
  const load = () => void call<DiskState>('GET', '/disk').then(state.set, () => {});
  load();
  stream.subscribe({ onEvent() {}, onGap: load });
  setInterval(() => document.visibilityState === 'visible' && load(), diskPollMs);
  return state;
}

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
