import type { Agent } from 'node:http';
import { createSubmissionBody, type SubmissionBody } from '../../bench/submission-body.ts';
import { submit } from '../service/submit.ts';

interface Flood {
  readonly port: number;
  readonly agent: Agent;
  readonly forms: number;
}

const atOnce = 32;
const networks = 250;

/** Sends forms with a file and without a proof, from many networks. Resolves with how many were not taken. */
export async function sendJunk({ port, agent, forms }: Flood): Promise<number> {
  const body: SubmissionBody = createSubmissionBody({ fileCount: 1, fileBytes: 2000 });
  let sent = 0;
  let refused = 0;
  async function sender(): Promise<void> {
    while (sent < forms) {
      const number = sent++;
      const from = `10.${number % networks}.${Math.floor(number / networks) % 250}.1`;
      let answer = await submit(port, agent, body, { 'x-forwarded-for': from });
      while (answer.status === 503) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        answer = await submit(port, agent, body, { 'x-forwarded-for': from });
      }
      if (answer.status !== 201) refused += 1;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sender));
  return refused;
}
