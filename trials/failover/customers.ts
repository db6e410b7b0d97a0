import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { filePart, payloadPart, postParts, validPayload } from '../../test/support/form.ts';

/** A submission that received a 201. */
export interface Created {
  readonly id: string;
  readonly message: string;
  /** The SHA-256 of each file, in the order of the form. */
  readonly digests: readonly string[];
}

/** Customers who send one submission after another, each with at most one file. */
export interface Customers {
  readonly created: readonly Created[];
  /** The number of failures, by status and message. */
  readonly failures: ReadonlyMap<string, number>;
  /** Returns the longest time without a 201 since this moment (`performance.now`), in milliseconds. */
  longestGapSince(moment: number): number;
  /** Resolves when this many more submissions have been created. */
  createdMore(count: number): Promise<void>;
  stop(): Promise<void>;
}

const fileBytes = 20_000;
const failurePauseMs = 100;
const pollMs = 20;
const moreMs = 120_000;

export function startCustomers(endpoint: string, count: number): Customers {
  const created: Created[] = [];
  const createdAt: number[] = [];
  const failures = new Map<string, number>();
  let isOver = false;
  let next = 0;

  async function send(number: number): Promise<void> {
    const message = `failover ${number}`;
    const files = number % 2 === 0 ? [randomBytes(fileBytes)] : [];
    const parts = files.map((bytes) => filePart('a.png', bytes));
    const { status, body } = await postParts(endpoint, [payloadPart({ ...validPayload, message }), ...parts]);
    if (status === 201) {
      createdAt.push(performance.now());
      created.push({ id: String(body.id), message, digests: files.map(digestOf) });
    } else {
      const failure = `${status} ${body.message}`;
      failures.set(failure, (failures.get(failure) ?? 0) + 1);
      await sleep(failurePauseMs);
    }
  }

  async function act(): Promise<void> {
    while (!isOver) await send(next++);
  }

  const acts = Promise.all(Array.from({ length: count }, act));
  acts.catch(() => {});

  return {
    created,
    failures,
    longestGapSince(moment) {
      const times = [moment, ...createdAt.filter((time) => time > moment), performance.now()];
      return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
    },
    async createdMore(more) {
      const goal = created.length + more;
      const giveUpAt = Date.now() + moreMs;
      while (created.length < goal) {
        if (Date.now() > giveUpAt) throw new Error(`Nothing is stored: ${JSON.stringify([...failures])}`);
        await Promise.race([sleep(pollMs), acts]);
      }
    },
    async stop() {
      isOver = true;
      await acts;
    },
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
