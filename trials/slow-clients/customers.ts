import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSubmissionBody, type SubmissionBody } from '../../bench/submission-body.ts';
import { submit } from '../service/submit.ts';
import type { Latencies } from './probe.ts';

/** Ordinary customers who arrive one after another and retry after a 503. */
export interface Customers {
  /** The times from a customer's first attempt to the 201. */
  readonly latencies: Latencies;
  readonly rejections: number;
}

const pauseMs = 100;
const busy = 503;
const withoutFile = createSubmissionBody({ fileCount: 0, fileBytes: 0 });
const withFile = createSubmissionBody({ fileCount: 1, fileBytes: 100_000 });

/**
 * Sends submissions, every other one with a file.
 * @throws {Error} For a status other than 201 and 503.
 */
export async function serveCustomers(
  port: number,
  signal: AbortSignal,
): Promise<Record<'plain' | 'withFile', Customers>> {
  const [plain, files] = await Promise.all([sendUntil(port, withoutFile, signal), sendUntil(port, withFile, signal)]);
  return { plain, withFile: files };
}

async function sendUntil(port: number, body: SubmissionBody, signal: AbortSignal): Promise<Customers> {
  const latencies: number[] = [];
  let rejections = 0;
  for (; !signal.aborted; await sleep(pauseMs)) {
    const startedAt = performance.now();
    rejections += await sendUntilStored(port, body);
    latencies.push(performance.now() - startedAt);
  }
  return { latencies: latencies.sort((a, b) => a - b), rejections };
}

/** Uses a new connection for each attempt. Resolves with the number of rejections. */
async function sendUntilStored(port: number, body: SubmissionBody): Promise<number> {
  for (let rejections = 0; ; rejections += 1) {
    const agent = new Agent();
    const { status, retryAfterS, body: text } = await submit(port, agent, body).finally(() => agent.destroy());
    if (status === 201) return rejections;
    if (status !== busy) throw new Error(`A customer got ${status}: ${text}`);
    await sleep(retryAfterS * 1000);
  }
}
