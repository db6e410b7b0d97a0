import type { Studio } from '../../../src/studio/document/studio.ts';
import type { OpeningReport as StoredReport } from '../../../src/triage/opening/opening-report-shape.ts';
import type { Call } from '../api/send.ts';
import type { Sent } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { createThrottledTask } from '../stream/throttled-task.ts';

/** The opening of the form, as it was set. */
export type Opening = NonNullable<Studio['opening']>;

export interface OpeningReport extends Omit<Sent<StoredReport>, 'opening'> {
  readonly opening: Sent<Opening>;
}

export type OpeningSwitch = Pick<Opening, 'mode'> & Partial<Pick<Opening, 'opensAt'>>;

/** Whether the form is open, and how many requests wait. */
export interface OpeningWatch {
  /** Null until it is known, and while no opening is set. */
  readonly report: Cell<OpeningReport | null>;
  /** Opens or closes the form. The rest of the opening stays as it is. @throws ApiFailure */
  set(change: OpeningSwitch): Promise<void>;
}

const pollMs = 60_000;
const changing: readonly string[] = ['created', 'status', 'rank', 'erasure', 'released'];

export function watchOpening(call: Call, stream: EventStream): OpeningWatch {
  const report = createCell<OpeningReport | null>(null);
  const show = (next: Sent<StoredReport>) => report.set(next.opening === null ? null : (next as OpeningReport));
  // After a failure the last report stays.
  const refresh = createThrottledTask(() => call<Sent<StoredReport>>('GET', '/studio/opening').then(show, () => {}));
  refresh.run();
  stream.subscribe({
    onEvent({ kind }) {
      if (report.value !== null && changing.includes(kind)) refresh.schedule();
    },
    onGap: refresh.run,
  });
  // The report also changes with the clock.
  setInterval(() => document.visibilityState === 'visible' && refresh.run(), pollMs);
  return {
    report,
    set: (change) =>
      call<Sent<StoredReport>>('PUT', '/studio/opening', { body: change }).then(show, (error) => {
        // The shown report may be old.
        refresh.run();
        throw error;
      }),
  };
}
