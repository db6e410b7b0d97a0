import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SubmitAnswer, submit } from '../service/submit.ts';
import type { Answer, Failure, Sent } from './ledger.ts';
import type { SubmissionForm } from './submission-form.ts';

export interface Delivery {
  /** Where to send the next one; null when nobody listens now. */
  port(): number | null;
  /** Told of a submission that is neither answered nor broken off. */
  onFault(text: string): void;
}

export interface KeyedForm {
  readonly form: SubmissionForm;
  readonly key: string;
}

/** What came of a form that is sent under a key. */
export interface KeyedSending {
  readonly answer: Answer | null;
  readonly failures: readonly Failure[];
}

const closedPauseMs = 20;
const failurePauseMs = 200;
/** Longer than all that the service may wait for, with a kill every few seconds. */
const timeoutMs = 300_000;

/** Sends a form without a key to whoever listens, once; after a failure it takes a moment longer. */
export async function sendOnce(form: SubmissionForm, delivery: Delivery): Promise<Sent> {
  const port = await openPort(delivery);
  const sentAt = Date.now();
  const answer = port === null ? null : await answerTo(port, form, {}, delivery);
  if (answer?.status !== 201) await sleep(failurePauseMs);
  return { tag: form.tag, files: form.files, key: null, sentAt, answer, failures: [] };
}

/**
 * Sends a form under its key to a listening process; again after a lost connection, a 5xx, and a 409 whose `Retry-After` is
 * over. Ends with any other answer, which is to be 201, or at the time limit.
 */
export async function sendUntilStored({ form, key }: KeyedForm, delivery: Delivery): Promise<KeyedSending> {
  const failures: Failure[] = [];
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const port = await openPort(delivery);
    const answer = port === null ? null : await answerTo(port, form, { 'idempotency-key': key }, delivery);
    if ((answer && !isPassing(answer)) || Date.now() > giveUpAt) return { answer, failures };
    failures.push(answer?.status ?? 'lost');
    await sleep(Math.max(failurePauseMs, (answer?.retryAfterS ?? 0) * 1000));
  }
}

const isPassing = ({ status }: Answer) => status >= 500 || status === 409;

/** Null when nobody listens within the time limit. */
async function openPort({ port }: Delivery): Promise<number | null> {
  for (const giveUpAt = Date.now() + timeoutMs; Date.now() < giveUpAt; await sleep(closedPauseMs)) {
    const open = port();
    if (open !== null) return open;
  }
  return null;
}

async function answerTo(
  port: number,
  { tag, body }: SubmissionForm,
  headers: Readonly<Record<string, string>>,
  { onFault }: Delivery,
): Promise<SubmitAnswer | null> {
  const agent = new Agent();
  const timeout = setTimeout(() => {
    onFault(`${tag} had no answer after ${timeoutMs} ms`);
    agent.destroy();
  }, timeoutMs);
  try {
    return await submit(port, agent, body, headers);
  } catch {
    return null;
  } finally {
    clearTimeout(timeout);
    agent.destroy();
  }
}
