import { randomUUID } from 'node:crypto';
import type { Random } from '../random.ts';
import type { Ledger } from './ledger.ts';
import { type Delivery, type KeyedForm, sendOnce, sendUntilStored } from './sending.ts';
import { createSubmissionForm } from './submission-form.ts';

/** Customers who repeat a form with its idempotency key until it is stored, customers without keys, or a mix. */
export type Senders = 'keyed' | 'keyless' | 'mixed';

/** Customers who send one submission after another. */
export interface Customers {
  /** Switches to other senders. Resolves when all earlier submissions have ended. */
  switchTo(senders: Senders): Promise<void>;
  /** Stops new submissions. Resolves when every submission in progress has ended. */
  pause(): Promise<void>;
  resume(): void;
  /** Resends once every form that was stored with a key. Resolves with the total number of resent forms. */
  resendStored(): Promise<number>;
}

interface CustomersOptions extends Delivery {
  readonly count: number;
  readonly random: Random;
  readonly ledger: Ledger;
}

interface StoredForm extends KeyedForm {
  /** The body of the 201. */
  readonly receipt: string;
}

const keyedShare: Readonly<Record<Senders, number>> = { keyed: 1, keyless: 0, mixed: 0.5 };
/** One receipt in this many is treated as lost: the form is resent at once. */
const lostReceiptEvery = 3;

export function startCustomers({ count, random, ledger, ...delivery }: CustomersOptions): Customers {
  const underWay = new Set<Promise<void>>();
  const stored: StoredForm[] = [];
  let sentCount = 0;
  let resent = 0;
  let isPaused = false;
  let current: Senders = 'mixed';
  let loops: Promise<void>[] = [];

  async function loop(): Promise<void> {
    while (!isPaused) {
      const sending = random.chance(keyedShare[current]) ? sendKeyed() : sendKeyless();
      underWay.add(sending);
      await sending.finally(() => underWay.delete(sending));
    }
  }

  function nextForm() {
    sentCount += 1;
    return createSubmissionForm(sentCount, random);
  }

  async function sendKeyless(): Promise<void> {
    ledger.add(await sendOnce(nextForm(), delivery));
  }

  async function sendKeyed(): Promise<void> {
    const keyed = { form: nextForm(), key: randomUUID() };
    const { tag, files } = keyed.form;
    const sentAt = Date.now();
    const { answer, failures } = await sendUntilStored(keyed, delivery);
    ledger.add({ tag, files, key: keyed.key, sentAt, answer, failures });
    if (answer?.status !== 201) return;
    const form = { ...keyed, receipt: answer.body };
    stored.push(form);
    if (random.oneIn(lostReceiptEvery)) await expectReceipt(form);
  }

  async function expectReceipt({ receipt, ...keyed }: StoredForm): Promise<void> {
    const { answer } = await sendUntilStored(keyed, delivery);
    if (answer?.status === 201 && answer.body === receipt) return;
    delivery.onFault(`${keyed.form.tag} was answered with ${receipt}, and then with ${JSON.stringify(answer)}`);
  }

  function resume(): void {
    isPaused = false;
    loops = Array.from({ length: count }, loop);
  }

  resume();
  return {
    async switchTo(senders) {
      if (senders === current) return;
      current = senders;
      await Promise.all(underWay);
    },
    async pause() {
      isPaused = true;
      await Promise.all(loops);
    },
    resume,
    async resendStored() {
      resent += stored.length;
      while (stored.length > 0) await Promise.all(stored.splice(0, count).map(expectReceipt));
      return resent;
    },
  };
}
