import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction, type Transaction } from '../../platform/database/transaction.ts';
import type { Guard } from '../../studio/document/guard.ts';
import type { StudioOfFile } from '../../studio/document/offer.ts';
import { takeTold } from './arrivals.ts';
import type { Challenges } from './challenges.ts';
import { tellOfCrowd } from './crowd-notice.ts';
import { readGuardKeys } from './guard-keys.ts';
import { readGuard } from './guard-that-holds.ts';
import { lockPending } from './pending-requests.ts';
import { signalsOf } from './read-signals.ts';
import { applyVerdicts, type Verdict } from './verdict.ts';

export interface JudgeParts {
  readonly pool: Pool;
  readonly challenges: Challenges;
  /** The database's. */
  readonly secret: () => Promise<KeyObject>;
  readonly file: StudioOfFile | null;
}

/** Gives every request that waits for one its verdict. */
export interface Judge {
  /** Judges until nothing waits. Several calls, in any process, judge one after the other. */
  judge(signal?: AbortSignal): Promise<void>;
}

const batchSize = 100;

/** Key of an advisory lock. No other user of the same server may use this number. */
const lockKey = 7_239_105_544;

// What is counted must be committed before the next count, so that of three replicas one judges at a time.
const turnText = 'select pg_advisory_xact_lock($1)';
const waitingText = `select exists (select from commission_requests where hold = 'pending') as "isAny"`;

export function createJudge(parts: JudgeParts): Judge {
  let running: Promise<void> | null = null;
  let isCalledAgain = false;

  async function judgeAll(signal: AbortSignal | undefined): Promise<void> {
    do {
      isCalledAgain = false;
      const [row] = (await parts.pool.query<{ isAny: boolean }>(waitingText)).rows;
      if (row?.isAny) while (!signal?.aborted && (await judgeBatch(parts)) === batchSize);
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

async function judgeBatch(parts: JudgeParts): Promise<number> {
  const keyOf = await readGuardKeys(parts.secret);
  return inTransaction(parts.pool, async (client) => {
    await client.query(turnText, [lockKey]);
    const requests = await lockPending(client, batchSize);
    if (requests.length === 0) return 0;
    const guard = await readGuard(client, parts.file);
    const verdicts: Verdict[] = [];
    for (const found of await signalsOf(client, requests, { ...parts, guard, keyOf })) {
      const outcome = guard.mode === 'hold' && found.signals.length > 0 ? 'hold' : 'pass';
      verdicts.push({ ...found, outcome, told: false });
    }
    await applyVerdicts(client, await told(client, verdicts, guard));
    return requests.length;
  });
}

const unlimited = 2 ** 31 - 1;

async function told(client: Transaction, verdicts: readonly Verdict[], guard: Guard): Promise<Verdict[]> {
  const passed = verdicts.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);
  const ids = await takeTold(client, passed, guard.mode === 'hold' ? guard.toldPerMinute : unlimited);
  if (ids.size < passed.length) await tellOfCrowd(client, guard.toldPerMinute);
  return verdicts.map((verdict) => ({ ...verdict, told: ids.has(verdict.id) }));
}
