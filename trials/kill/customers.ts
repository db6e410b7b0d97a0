import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SubmissionBody } from '../../bench/submission-body.ts';
import type { Random } from '../random.ts';
import { submit } from '../service/submit.ts';
import type { Answer, Ledger } from './ledger.ts';
import { createSubmissionForm } from './submission-form.ts';

/** Customers who send one submission after the other, each once. */
export interface Customers {
  /** Nothing is sent from now on; resolves when every submission under way has come to its end. */
  rest(): Promise<void>;
  goOn(): void;
}

export interface CustomersOptions {
  readonly count: number;
  readonly random: Random;
  readonly ledger: Ledger;
  /** Where to send the next one; null when nobody listens now. */
  port(): number | null;
  /** Told of a submission that is neither answered nor broken off. */
  onFault(text: string): void;
}

const closedPauseMs = 20;
const failurePauseMs = 200;
/** Longer than all that the service may wait for. */
const patienceMs = 90_000;

export function startCustomers({ count, random, ledger, port, onFault }: CustomersOptions): Customers {
  let sentCount = 0;
  let isResting = false;
  let loops: Promise<void>[] = [];

  async function loop(): Promise<void> {
    while (!isResting) {
      const target = port();
      if (target === null) await sleep(closedPauseMs);
      else if ((await sendOne(target)) !== 201) await sleep(failurePauseMs);
    }
  }

  async function sendOne(target: number): Promise<number | undefined> {
    sentCount += 1;
    const { tag, files, body } = createSubmissionForm(sentCount, random);
    const sentAt = Date.now();
    const answer = await answerTo(target, body, () => onFault(`${tag} had no answer after ${patienceMs} ms`));
    ledger.add({ tag, files, sentAt, answer });
    return answer?.status;
  }

  function goOn(): void {
    isResting = false;
    loops = Array.from({ length: count }, loop);
  }

  goOn();
  return {
    async rest() {
      isResting = true;
      await Promise.all(loops);
    },
    goOn,
  };
}

async function answerTo(port: number, body: SubmissionBody, onSilence: () => void): Promise<Answer | null> {
  const agent = new Agent();
  const patience = setTimeout(() => {
    onSilence();
    agent.destroy();
  }, patienceMs);
  try {
    return await submit(port, agent, body);
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
    agent.destroy();
  }
}
