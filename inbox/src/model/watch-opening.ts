import type { Studio } from '../../../src/studio/document/studio.ts';
import type { OpeningReport as StoredReport } from '../../../src/triage/opening/opening-report-shape.ts';
import type { Call } from '../api/send.ts';
import type { Sent } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { createThrottledTask } from '../stream/throttled-task.ts';

/** When the form is open, as it was set. */
export type Opening = NonNullable<Studio['opening']>;

export interface OpeningReport extends Omit<Sent<StoredReport>, 'opening'> {
  readonly opening: Sent<Opening>;
}

export type OpeningSwitch = Pick<Opening, 'mode'> & Partial<Pick<Opening, 'opensAt'>>;

/** Whether the form is open, and who waits. */
export interface OpeningWatch {
  /** Null until it is known, and while nobody has set when the form is open. */
  readonly report: Cell<OpeningReport | null>;
  /** Opens or closes the form. The rest of the opening stays as it is. @throws ApiFailure */
  set(change: OpeningSwitch): Promise<void>;
}

const pollMs = 60_000;
const changing: readonly string[] = ['created', 'status', 'rank', 'erasure', 'released'];

export function watchOpening(call: Call, stream: EventStream): OpeningWatch {
  const report = createCell<OpeningReport | null>(null);
  const show = (next: Sent<StoredReport>) => report.set(next.opening === null ? null : (next as OpeningReport));
  // A failure leaves what is known unchanged.
  const refresh = createThrottledTask(() => call<Sent<StoredReport>>('GET', '/studio/opening').then(show, () => {}));
  refresh.run();
  stream.subscribe({
    onEvent({ kind }) {
      if (report.value !== null && changing.includes(kind)) refresh.schedule();
    },
    onGap: refresh.run,
  });
  // It also changes with the clock.
  setInterval(() => document.visibilityState === 'visible' && refresh.run(), pollMs);
  return {
    report,
    set: (change) =>
      call<Sent<StoredReport>>('PUT', '/studio/opening', { body: change }).then(show, (error) => {
        // What is shown may be old.
        refresh.run();
        throw error;
      }),
  };
}
