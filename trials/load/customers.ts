import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSubmissionBody, type SubmissionBody } from '../../bench/submission-body.ts';
import { submitUntilStored } from '../service/submit.ts';

/** The times from a customer's first attempt to the 201, in milliseconds and ascending order. */
type Latencies = readonly number[];

/** Ordinary customers who arrive one after another and retry after a 503. */
export interface Customers {
  readonly latencies: Latencies;
  readonly rejections: number;
}

interface Sending {
  readonly port: number;
  readonly agent: Agent | false;
  readonly body: SubmissionBody;
  readonly pauseMs: number;
  readonly onStored?: (() => unknown) | undefined;
}

const probePauseMs = 20;
const withoutFile = createSubmissionBody({ fileCount: 0, fileBytes: 0 });

/** Sends the form again and again until the signal. */
export async function sendUntil(
  signal: AbortSignal,
  { port, agent, body, pauseMs, onStored }: Sending,
): Promise<Customers> {
  const latencies: number[] = [];
  let rejections = 0;
  for (; !signal.aborted; await sleep(pauseMs)) {
    const startedAt = performance.now();
    rejections += await submitUntilStored(port, agent, body);
    latencies.push(performance.now() - startedAt);
    onStored?.();
  }
  return { latencies: latencies.sort((a, b) => a - b), rejections };
}

/**
 * Sends small submissions one after another over one connection.
 * @throws {Error} For a status other than 201.
 */
export async function probe(port: number, forMs: number): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true });
  const sending = { port, agent, body: withoutFile, pauseMs: probePauseMs };
  const { latencies, rejections } = await sendUntil(AbortSignal.timeout(forMs), sending).finally(() => agent.destroy());
  if (rejections > 0) throw new Error(`The probe was rejected ${rejections} times`);
  return latencies;
}

/** Returns the longest latency of this share of the submissions. */
export function percentile(latencies: Latencies, share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
}

export function describeLatencies(latencies: Latencies): string {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => percentile(latencies, share).toFixed(1));
  return `p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms of ${latencies.length} submissions`;
}
