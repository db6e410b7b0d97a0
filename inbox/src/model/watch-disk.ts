import type { DiskState } from '../../../src/http/operator/schemas/disk.ts';
import type { Call } from '../api/send.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';

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
