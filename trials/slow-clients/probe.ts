import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSubmissionBody } from '../../bench/submission-body.ts';
import { submit } from '../service/submit.ts';

/** The response times of an ordinary customer, in milliseconds, one per submission, in ascending order. */
export type Latencies = readonly number[];

const pauseMs = 20;
const body = createSubmissionBody({ fileCount: 0, fileBytes: 0 });

/**
 * Sends small submissions one after another.
 * @throws {Error} For a status other than 201.
 */
export async function probe(port: number, forMs: number): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true });
  const latencies: number[] = [];
  try {
    for (const endAt = performance.now() + forMs; performance.now() < endAt; await sleep(pauseMs)) {
      const startedAt = performance.now();
      const { status, body: answer } = await submit(port, agent, body);
      if (status !== 201) throw new Error(`The probe was answered ${status}: ${answer}`);
      latencies.push(performance.now() - startedAt);
    }
  } finally {
    agent.destroy();
  }
  return latencies.sort((a, b) => a - b);
}

/** Returns the longest latency of this share of the submissions. */
export function percentile(latencies: Latencies, share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
}
