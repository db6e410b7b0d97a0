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

const pollMs = 5 * 60_000;

/** Polls the channels' health. Rare polling is enough, because a channel counts as broken only after an hour. */
export function watchHealth(call: Call, stream: EventStream): HealthWatch {
  const health = createCell<readonly ChannelHealth[]>([]);
  const { health: ask } = createChannelsApi(call);
  // The next poll retries.
  const reload = () => void ask().then(health.set, () => {});
  reload();
  stream.subscribe({ onEvent() {}, onGap: reload });
  setInterval(() => document.visibilityState === 'visible' && reload(), pollMs);
  return { health, reload };
}
