import type { Call } from '../api/call.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { type ChannelHealth, createChannelsApi } from './channels-api.ts';

/** The health of all channels. Empty until it is loaded. */
export interface HealthWatch {
  readonly health: Cell<readonly ChannelHealth[]>;
  /** Reloads the health now. */
  look(): void;
}

const pauseMs = 5 * 60_000;

/** Polls the channels' health. Rare polling is enough, because a channel counts as broken only after an hour. */
export function watchHealth(call: Call, stream: EventStream): HealthWatch {
  const health = createCell<readonly ChannelHealth[]>([]);
  const { health: ask } = createChannelsApi(call);
  // The next poll retries.
  const look = () => void ask().then(health.set, () => {});
  look();
  stream.subscribe({ onEvent() {}, onGap: look });
  setInterval(() => document.visibilityState === 'visible' && look(), pauseMs);
  return { health, look };
}
