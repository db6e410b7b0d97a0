import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { projectPath } from '../../bench/paths.ts';
import { createSubmissionBody, samplePayload } from '../../bench/submission-body.ts';
import { encodeForm, formType, payloadPart } from '../../test/support/form.ts';
import { solvedChallenge } from '../../test/support/solved-challenge.ts';
import { withService } from '../service/service-under-trial.ts';
import { submit, submitUntilStored } from '../service/submit.ts';
import { type Promised, staysUnder } from '../service/verdict.ts';
import { inParallel } from './at-once.ts';

const formsAtOnce = 32;
const networks = 250;
const customerPauseMs = 2000;
const lookPauseMs = 50;
const mostSeconds = 5;
/** Behind a proxy that names each sender's network. */
export const guarded = {
  CATALOGUE_FILE: projectPath('trials/load/holding-studio.json'),
  TRUSTED_PROXIES: '127.0.0.1',
};

const countsText = `
  select count(*)::int as stored, count(*) filter (where hold = 'held')::int as held,
    count(*) filter (where hold is null)::int as listed
  from submitted_commission_requests`;

export function flood(forms: number): Promise<readonly Promised[]> {
  return withService(guarded, async ({ port, pool }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 64 });
    const ended = new AbortController();
    const serving = serveCustomers(port, pool, ended.signal);
    const junk = createSubmissionBody({ fileCount: 1, fileBytes: 2000 });
    const startedAt = performance.now();
    const sending = inParallel(forms, formsAtOnce, (number) => {
      const from = `10.${number % networks}.${Math.floor(number / networks) % networks}.1`;
      return submitUntilStored(port, agent, junk, { 'x-forwarded-for': from });
    });
    await sending.finally(() => agent.destroy());
    const seconds = (performance.now() - startedAt) / 1000;
    ended.abort();
    const listedMs = await serving;
    console.log(`${forms} forms in ${seconds.toFixed(1)} s: ${Math.round(forms / seconds)} a second`);
    await untilJudged(pool);
    const { stored, held, listed } = (await pool.query(countsText)).rows[0];
    return [
      { promise: `all ${forms} forms are taken, ${stored} are stored`, kept: stored === forms + listedMs.length },
      { promise: `${held} are held`, kept: held === forms },
      { promise: `${listed} of ${listedMs.length} customers are in the inbox`, kept: listed === listedMs.length },
      staysUnder('the longest time until then', Math.max(...listedMs) / 1000, mostSeconds, 's'),
    ];
  });
}

/**
 * Customers who solve their challenge, one after another, each from a network of its own. Resolves with the milliseconds
 * from each 201 until the request was in the inbox.
 */
async function serveCustomers(port: number, pool: Pool, signal: AbortSignal): Promise<readonly number[]> {
  const listedMs: number[] = [];
  do {
    const proof = await solvedChallenge(`http://127.0.0.1:${port}`);
    const message = `Commission number ${listedMs.length}: ${samplePayload.message.slice(0, 60)}`;
    const bytes = encodeForm([
      payloadPart({ ...samplePayload, customerEmail: `customer-${listedMs.length}@example.org`, message }),
      { headers: ['Content-Disposition: form-data; name="commission-form"'], body: JSON.stringify({ v: 1, proof }) },
    ]);
    const form = { contentType: formType, pieces: [bytes], bytes: bytes.length };
    const answer = await submit(port, false, form, { 'x-forwarded-for': `172.16.${listedMs.length % networks}.1` });
    if (answer.status !== 201) throw new Error(`A customer got ${answer.status}`);
    const startedAt = performance.now();
    const text = 'select hold is null as listed from commission_requests where id = $1';
    while (!(await pool.query(text, [JSON.parse(answer.body).id])).rows[0].listed) {
      if (performance.now() - startedAt > 10 * mostSeconds * 1000) throw new Error('A customer waits for too long');
      await sleep(lookPauseMs);
    }
    listedMs.push(performance.now() - startedAt);
    await sleep(customerPauseMs);
  } while (!signal.aborted);
  return listedMs;
}

async function untilJudged(pool: Pool): Promise<void> {
  const text = "select count(*)::int as waiting from commission_requests where hold = 'pending'";
  while ((await pool.query(text)).rows[0].waiting > 0) await sleep(200);
}
