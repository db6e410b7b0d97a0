import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { samplePayload } from '../../bench/submission-body.ts';
import { encodeForm, formType, payloadPart } from '../../test/support/form.ts';
import { solvedChallenge } from '../../test/support/solved-challenge.ts';
import { submit } from '../service/submit.ts';
import type { Mailbox } from './mailbox.ts';

/** How long it took from the 201 until a person could read the request, and until its customer had a mail. */
export interface Served {
  readonly listedMs: number;
  readonly mailedMs: number;
}

interface Parts {
  readonly port: number;
  readonly agent: Agent;
  readonly pool: Pool;
  readonly mailbox: Mailbox;
}

const patienceMs = 60_000;
const lookPauseMs = 50;

/** Customers who solve their challenge, each from a network of their own. */
export function createCustomers({ port, agent, pool, mailbox }: Parts) {
  let number = 0;

  async function serveOne(): Promise<Served> {
    number += 1;
    const customerEmail = `customer-${number}@example.org`;
    const proof = await solvedChallenge(`http://127.0.0.1:${port}`);
    const message = `Commission number ${number}: ${samplePayload.message.slice(0, 60)}`;
    const form = JSON.stringify({ v: 1, proof });
    const bytes = encodeForm([
      payloadPart({ ...samplePayload, customerEmail, message }),
      { headers: ['Content-Disposition: form-data; name="commission-form"'], body: form },
    ]);
    const body = { contentType: formType, pieces: [bytes], bytes: bytes.length };
    const answer = await submit(port, agent, body, { 'x-forwarded-for': `172.16.${number % 250}.1` });
    if (answer.status !== 201) throw new Error(`A customer got ${answer.status}`);
    const sentAt = performance.now();
    const { id } = JSON.parse(answer.body);
    const text = 'select hold is null as listed from commission_requests where id = $1';
    const listedMs = await until(async () => (await pool.query(text, [id])).rows[0].listed);
    await until(async () => mailbox.cameAt(customerEmail) !== null);
    return { listedMs, mailedMs: (mailbox.cameAt(customerEmail) ?? 0) - sentAt };
  }

  return {
    /** Serves one after the other until the signal comes. */
    async serve(pauseMs: number, signal: AbortSignal): Promise<readonly Served[]> {
      const served: Served[] = [];
      do {
        served.push(await serveOne());
        await sleep(pauseMs);
      } while (!signal.aborted);
      return served;
    },
  };
}

async function until(isSo: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > patienceMs) throw new Error('A customer waits for too long');
    await sleep(lookPauseMs);
  }
  return performance.now() - startedAt;
}
