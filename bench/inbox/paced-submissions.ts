import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSubmissionBody } from '../submission-body.ts';

interface PacedOptions {
  readonly port: number;
  readonly perSecond: number;
}

const tickMs = 20;
/** Below the time after which the service closes an idle connection. */
const idleMs = 2000;

/** Sends submissions without files at a steady rate until the signal. Resolves with the duration of each. */
export async function sendPaced({ port, perSecond }: PacedOptions, signal: AbortSignal): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: idleMs });
  const body = createSubmissionBody({ fileCount: 0, fileBytes: 0 });
  const content = Buffer.concat(body.pieces);
  const durations: Promise<number>[] = [];
  const startedAt = performance.now();
  while (!signal.aborted) {
    const due = ((performance.now() - startedAt) / 1000) * perSecond;
    while (durations.length < due) durations.push(submit({ port, agent, content, contentType: body.contentType }));
    await sleep(tickMs, undefined, { signal }).catch(() => {});
  }
  const all = await Promise.all(durations);
  agent.destroy();
  return all;
}

interface Submission {
  readonly port: number;
  readonly agent: Agent;
  readonly content: Buffer;
  readonly contentType: string;
}

function submit({ port, agent, content, contentType }: Submission): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': contentType, 'content-length': content.length };
    const sent = request({ port, agent, host: '127.0.0.1', path: '/api/v1/commissions', method: 'POST', headers });
    sent.on('error', reject);
    sent.on('response', (response) => {
      if (response.statusCode !== 201) reject(new Error(`A submission was answered with ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - startedAt));
    });
    sent.end(content);
  });
}
