import type { Studio } from '../../../src/studio/document/studio.ts';
import type { OpeningReport as StoredReport } from '../../../src/triage/opening/opening-report-shape.ts';
import type { Call } from '../api/send.ts';
import type { Sent } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';
import { createThrottledTask } from '../stream/throttled-task.ts';

/** The opening of the form, as it was set. */
export type Opening = NonNullable<Studio['opening']>;

interface SentReport extends Omit<Sent<StoredReport>, 'opening'> {
  /** Null while no opening is set: the form is then always open. */
  readonly opening: Sent<Opening> | null;
}

export interface OpeningReport extends SentReport {
  readonly opening: Sent<Opening>;
}

/** Some members of the opening, or null for a form that is always open. */
export type OpeningChange = { readonly changes: Partial<Opening> } | { readonly opening: null };

/** Whether the form is open, and how many requests wait. */
export interface OpeningWatch {
  /** Null until it is known, and while no opening is set. */
  readonly report: Cell<OpeningReport | null>;
  /** Null until it is known. */
  readonly known: Cell<SentReport | null>;
  /** Opens or closes the form. The rest of the opening stays as it is. Resolves with the new report. @throws ApiFailure */
  set(change: OpeningChange): Promise<SentReport>;
}

export type { SentReport };

const pollMs = 60_000;
const changing: readonly string[] = ['created', 'status', 'rank', 'erasure', 'released'];

export function watchOpening(call: Call, stream: EventStream): OpeningWatch {
  const report = createCell<OpeningReport | null>(null);
  const known = createCell<SentReport | null>(null);

  function show(sent: Sent<StoredReport>): SentReport {
    const next = sent as SentReport;
    report.set(next.opening === null ? null : (next as OpeningReport));
    known.set(next);
    return next;
  }

  const load = async () => void show(await call<Sent<StoredReport>>('GET', '/studio/opening'));
  // After a failure the last report stays.
  const refresh = createThrottledTask(() => load().catch(() => {}));
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
    known,
    set: (change) =>
      call<Sent<StoredReport>>('PUT', '/studio/opening', { body: change }).then(show, (error) => {
        // The shown report may be old.
        refresh.run();
        throw error;
      }),
  };
}
