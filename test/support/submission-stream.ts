import { setTimeout as sleep } from 'node:timers/promises';
import type { SentSubmission } from './sent-submission.ts';

/** Customers who send one submission after another, after any response. */
export interface SubmissionStream {
  /** The submissions so far that received a 201. */
  readonly created: readonly SentSubmission[];
  /** The submissions so far that received another status. */
  readonly failed: readonly SentSubmission[];
  /** Resolves when this many more submissions have been created. Rejects when the stream breaks. */
  createdMore(count: number): Promise<void>;
  /** Resolves when this many more submissions have failed. Rejects when the stream breaks. */
  failedMore(count: number): Promise<void>;
  /** Resolves when all submissions in progress have received a response. Rejects when one received no response. */
  stop(): Promise<void>;
}

interface Goal {
  readonly answers: readonly SentSubmission[];
  readonly count: number;
  reached(): void;
}

/** The pause before a customer's next attempt, so that a service that fails immediately is not overloaded. */
const pauseMs = 25;

/** @param send Sends submission number `index`, counted from 0 over all customers. */
export function startSubmissionStream(
  customers: number,
  send: (index: number) => Promise<SentSubmission>,
): SubmissionStream {
  const created: SentSubmission[] = [];
  const failed: SentSubmission[] = [];
  let goals: Goal[] = [];
  let isOver = false;
  let next = 0;

  async function act(): Promise<void> {
    while (!isOver) {
      const sent = await send(next++);
      (sent.status === 201 ? created : failed).push(sent);
      for (const goal of goals.filter(isReached)) goal.reached();
      goals = goals.filter((goal) => !isReached(goal));
      if (sent.status !== 201) await sleep(pauseMs);
    }
  }

  const acts = Promise.all(Array.from({ length: customers }, act));
  const broken = acts.then(() => new Promise<never>(() => {}));
  broken.catch(() => {});

  function more(answers: readonly SentSubmission[], count: number): Promise<void> {
    const goal = new Promise<void>((reached) => goals.push({ answers, count: answers.length + count, reached }));
    return Promise.race([goal, broken]);
  }

  return {
    created,
    failed,
    createdMore: (count) => more(created, count),
    failedMore: (count) => more(failed, count),
    async stop() {
      isOver = true;
      await acts;
    },
  };
}

function isReached({ answers, count }: Goal): boolean {
  return answers.length >= count;
}
