import type { GuardSummary as StoredSummary } from '../../../src/triage/guard/hold-shape.ts';
import type { Call } from '../api/send.ts';
import type { Sent } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { createThrottledTask } from '../stream/throttled-task.ts';

export type GuardSummary = Sent<StoredSummary>;

/** The number of held requests and their signals. */
export interface GuardWatch {
  /** Null until it is known, and while the guard is off and holds nothing. */
  readonly summary: Cell<GuardSummary | null>;
  reload(): void;
}

const pollMs = 60_000;

export function watchGuard(call: Call, stream: EventStream): GuardWatch {
  const summary = createCell<GuardSummary | null>(null);
  const show = (next: GuardSummary) => summary.set(next.mode === 'off' && next.waiting === 0 ? null : next);
  // After a failure the last summary stays.
  const refresh = createThrottledTask(() => call<GuardSummary>('GET', '/held/summary').then(show, () => {}));
  refresh.run();
  stream.subscribe({ onEvent: () => {}, onGap: refresh.run });
  // A held request has no event.
  setInterval(() => document.visibilityState === 'visible' && refresh.run(), pollMs);
  return { summary, reload: refresh.run };
}
