import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SubmitAnswer, submit } from '../service/submit.ts';
import type { Answer, Failure, Sent } from './ledger.ts';
import type { SubmissionForm } from './submission-form.ts';

export interface Delivery {
  /** Returns the port for the next submission, or null when no replica listens now. */
  port(): number | null;
  /** Called for a submission that neither receives a response nor loses its connection. */
  onFault(text: string): void;
}

export interface KeyedForm {
  readonly form: SubmissionForm;
  readonly key: string;
}

/** The result of a form that is sent with a key. */
interface KeyedSending {
  readonly answer: Answer | null;
  readonly failures: readonly Failure[];
}

const closedPauseMs = 20;
const failurePauseMs = 200;
/** Longer than all waits of the service together, with a kill every few seconds. */
const timeoutMs = 300_000;

/** Sends a form without a key once, to any listening replica. Pauses after a failure. */
export async function sendOnce(form: SubmissionForm, delivery: Delivery): Promise<Sent> {
  const port = await openPort(delivery);
  const sentAt = Date.now();
  const answer = port === null ? null : await answerTo(port, form, {}, delivery);
  if (answer?.status !== 201) await sleep(failurePauseMs);
  return { tag: form.tag, files: form.files, key: null, sentAt, answer, failures: [] };
}

/**
 * Sends a form with its key to a listening process. Resends it after a lost connection, a 5xx, and a 409 whose
 * `Retry-After` has passed. Ends with any other response, which should be 201, or at the time limit.
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

/** Resolves with null when no replica listens within the time limit. */
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
