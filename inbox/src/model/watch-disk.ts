import type { Call } from '../api/call.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';

export interface DiskState {
  /** Whether requests with files are rejected. */
  readonly isLow: boolean;
  /** Null when no disk has a floor, and so is `floorBytes`. */
  readonly freeBytes: number | null;
  readonly floorBytes: number | null;
}

const pollMs = 60_000;

/** Polls the free disk space of the service. Null until it is known. */
export function watchDisk(call: Call, stream: EventStream): Cell<DiskState | null> {
  const state = createCell<DiskState | null>(null);
  // The next poll retries.
  const load = () => void call<DiskState>('GET', '/disk').then(state.set, () => {});
  load();
  stream.subscribe({ onEvent() {}, onGap: load });
  setInterval(() => document.visibilityState === 'visible' && load(), pollMs);
  return state;
}
