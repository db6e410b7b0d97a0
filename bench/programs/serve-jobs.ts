import type { LoadJob, Outcome, Timing } from '../load-job.ts';
import { percentile } from '../statistics.ts';

/** The main loop of a program that `startJobProcess` starts. */
export function serveJobs<Job extends LoadJob>(run: (job: Job) => Promise<Timing>): void {
  process.on('message', (job: Job) => {
    run(job).then(
      (timing) => process.send?.(timing satisfies Outcome),
      (error: unknown) => process.send?.({ failure: String(error) } satisfies Outcome),
    );
  });
  process.on('disconnect', () => process.exit(0));
}

/**
 * Runs as many concurrent workers as the job requests. Each worker reports the duration of every submission that it
 * sent.
 */
export async function timeJob(
  { submissions, concurrency, maxDurationMs }: LoadJob,
  work: (next: () => number | null, onDone: (durationMs: number) => void) => Promise<void>,
): Promise<Timing> {
  const durationsMs: number[] = [];
  let taken = 0;
  const startedAt = performance.now();
  const isOver = () => taken === submissions || performance.now() - startedAt > maxDurationMs;
  const next = () => (isOver() ? null : taken++);
  await Promise.all(Array.from({ length: concurrency }, () => work(next, (ms) => durationsMs.push(ms))));
  const wallMs = performance.now() - startedAt;
  return { submissions: taken, wallMs, p50Ms: percentile(durationsMs, 50), p99Ms: percentile(durationsMs, 99) };
}
