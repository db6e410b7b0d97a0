import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { waitAtMost } from '../waiting/within-limit.ts';

/** Runs calls in one statement, which fails as a whole. Resolves with the function from call to result. */
type Commit<Call, Result> = (calls: readonly Call[]) => Promise<(call: Call) => Result>;

interface WaitingCall<Call, Result> {
  readonly call: Call;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface GroupLimits {
  /** Statements that run at the same time. Further calls gather for the next statement. */
  readonly statementsAtOnce: number;
  /** Maximum calls of one statement. Default: 100. */
  readonly maxBatchSize?: number;
}

const defaultMostCalls = 100;
/** A slower statement waits for a lock or a silent server. The next calls are sent without waiting for it. */
const slowStatementMs = 50;

/**
 * Combines simultaneous calls into one statement, so that they share its round trip and its commit. A call is sent in
 * the same turn of the event loop, unless `statementsAtOnce` statements are running. Calls gather meanwhile.
 *
 * A call that the server rejects fails alone: the statement was rolled back, so each of its calls is sent again
 * separately. When the connection is lost, the outcome of all its calls is unknown, and each of them rejects.
 */
export function createGroupCommit<Call, Result>(
  commit: Commit<Call, Result>,
  { statementsAtOnce, maxBatchSize = defaultMostCalls }: GroupLimits,
): (call: Call) => Promise<Result> {
  const waiting: WaitingCall<Call, Result>[] = [];
  let senders = 0;

  async function sendAll(): Promise<void> {
    senders += 1;
    await turnOfEventLoop();
    while (waiting.length > 0) {
      await waitAtMost(slowStatementMs, carryOut(waiting.splice(0, maxBatchSize), commit));
      await turnOfEventLoop();
    }
    senders -= 1;
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (senders < statementsAtOnce) void sendAll();
    });
}

async function carryOut<Call, Result>(
  group: readonly WaitingCall<Call, Result>[],
  commit: Commit<Call, Result>,
): Promise<void> {
  try {
    const resultOf = await commit(group.map(({ call }) => call));
    for (const { call, resolve } of group) resolve(resultOf(call));
  } catch (error) {
    if (group.length === 1 || isConnectionLost(error)) for (const { reject } of group) reject(error);
    else await Promise.all(group.map((alone) => carryOut([alone], commit)));
  }
}

/** SQLSTATEs with which a server ends or refuses a connection (PostgreSQL manual, appendix A). */
const connectionEnds = new Set(['53300', '57P01', '57P02', '57P03', '57P05']);
/** `statement_completion_unknown`, and a disk failure at the commit: the commit may be on disk after a restart. */
const outcomeUnknown = new Set(['40003', '58030']);

/** True when it is unknown whether the failed statement was carried out, as after a lost connection. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return true;
  const sqlState = error.code ?? '';
  return sqlState.startsWith('08') || connectionEnds.has(sqlState) || outcomeUnknown.has(sqlState);
}
