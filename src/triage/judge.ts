import { anyWaitingText } from './arrival.ts';
import { type JudgeParts, judgeBatch } from './judge-batch.ts';

/** Judges every request behind its 201: whether the guard holds it, and whether it was received after closing (S16, S30). */
export interface Judge {
  /** Judges until no request waits. Several calls, in any process, judge one after the other. */
  judge(signal?: AbortSignal): Promise<void>;
}

const batchSize = 100;

export function createJudge(parts: JudgeParts): Judge {
  let running: Promise<void> | null = null;
  let isCalledAgain = false;

  async function judgeAll(signal: AbortSignal | undefined): Promise<void> {
    do {
      isCalledAgain = false;
      const [row] = (await parts.pool.query<{ isAny: boolean }>(anyWaitingText)).rows;
      if (row?.isAny) while (!signal?.aborted && (await judgeBatch(parts, batchSize)) === batchSize);
    } while (isCalledAgain && !signal?.aborted);
  }

  return {
    judge(signal) {
      isCalledAgain = true;
      running ??= judgeAll(signal).finally(() => {
        running = null;
      });
      return running;
    },
  };
}
