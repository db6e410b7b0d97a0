import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { isConnectionLost } from './connection-lost.ts';
import { waitAtMost } from './wait-at-most.ts';

/** Carries out calls in one statement: all of them or none. Resolves with the result of each; rejects for all. */
type Commit<Call, Result> = (calls: readonly Call[]) => Promise<(call: Call) => Result>;

interface WaitingCall<Call, Result> {
  readonly call: Call;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface GroupLimits {
  /** Statements that may be under way before calls gather for the next one. */
  readonly statementsAtOnce: number;
  /** Calls of one statement; 100 when left out. */
  readonly mostCalls?: number;
}

const defaultMostCalls = 100;
/** A statement that takes longer waits for a lock or has a silent server: the calls behind it go without it. */
const slowStatementMs = 50;

/**
 * Folds calls that come together into one statement, so that they share its round trip and its commit. A call goes in
 * the turn of the event loop in which it came, unless `statementsAtOnce` are under way: what comes meanwhile gathers.
 *
 * A call that the server rejects fails alone: the statement was rolled back, so each of its calls is sent again by
 * itself. When a connection is lost the outcome of all its calls is unknown, and each of them rejects.
 */
export function createGroupCommit<Call, Result>(
  commit: Commit<Call, Result>,
  { statementsAtOnce, mostCalls = defaultMostCalls }: GroupLimits,
): (call: Call) => Promise<Result> {
  const waiting: WaitingCall<Call, Result>[] = [];
  let senders = 0;

  async function sendAll(): Promise<void> {
    senders += 1;
    await turnOfEventLoop();
    while (waiting.length > 0) {
      await waitAtMost(slowStatementMs, carryOut(waiting.splice(0, mostCalls), commit));
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
