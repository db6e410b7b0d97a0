import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SubmissionBody } from '../../bench/submission-body.ts';
import { submit } from '../service/submit.ts';

const busy = 503;

/**
 * Sends one form on a new connection until the service accepts it. Retries after the requested delay while the service
 * has no room. Resolves with the number of retries.
 * @throws {Error} For any other response.
 */
export async function uploadWithRetries(port: number, body: SubmissionBody): Promise<number> {
  for (let refusals = 0; ; refusals++) {
    const agent = new Agent();
    const { status, retryAfterS, body: answer } = await submit(port, agent, body).finally(() => agent.destroy());
    if (status === 201) return refusals;
    if (status !== busy || retryAfterS === 0) throw new Error(`Answered ${status} instead of 201: ${answer}`);
    await sleep(retryAfterS * 1000);
  }
}
