import type { Call } from '../api/call.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { type ChannelHealth, createChannelsApi } from './channels-api.ts';

/** How the channels are; empty until it is known. */
export interface HealthWatch {
  readonly health: Cell<readonly ChannelHealth[]>;
  /** Asks now. */
  look(): void;
}

const pauseMs = 5 * 60_000;

/** Asks how the channels are now and then: a channel counts as broken after an hour. */
export function watchHealth(call: Call, stream: EventStream): HealthWatch {
  const health = createCell<readonly ChannelHealth[]>([]);
  const { health: ask } = createChannelsApi(call);
  // What fails is asked for again.
  const look = () => void ask().then(health.set, () => {});
  look();
  stream.subscribe({ onEvent() {}, onGap: look });
  setInterval(() => document.visibilityState === 'visible' && look(), pauseMs);
  return { health, look };
}
