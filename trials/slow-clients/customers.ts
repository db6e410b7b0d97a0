import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSubmissionBody, type SubmissionBody } from '../../bench/submission-body.ts';
import { submit } from '../service/submit.ts';
import type { Latencies } from './probe.ts';

/** Ordinary customers who come one after the other, and come again when a 503 tells them to. */
export interface Customers {
  /** From a customer's first attempt to the 201. */
  readonly latencies: Latencies;
  readonly rejections: number;
}

const pauseMs = 100;
const busy = 503;
const withoutFile = createSubmissionBody({ fileCount: 0, fileBytes: 0 });
const withFile = createSubmissionBody({ fileCount: 1, fileBytes: 100_000 });

/** Every other customer sends a file. @throws {Error} at a status that is neither 201 nor 503 */
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

/** On a connection of its own for each attempt. Gives how often it was rejected. */
async function sendUntilStored(port: number, body: SubmissionBody): Promise<number> {
  for (let rejections = 0; ; rejections += 1) {
    const agent = new Agent();
    const { status, retryAfterS, body: text } = await submit(port, agent, body).finally(() => agent.destroy());
    if (status === 201) return rejections;
    if (status !== busy) throw new Error(`A customer got ${status}: ${text}`);
    await sleep(retryAfterS * 1000);
  }
}
