import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { isConnectionLost } from './connection-lost.ts';

/**
 * Carries out calls in one statement: all of them or none. Resolves with the answer to each; rejects for all.
 */
export type Commit<Call, Result> = (calls: readonly Call[]) => Promise<(call: Call) => Result>;

interface WaitingCall<Call, Result> {
  readonly call: Call;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Calls of one statement. */
const mostCalls = 100;
/** Of all calls of one statement: a hundred lists of a mebibyte each would stop the process for a second. */
const mostCharacters = 1024 * 1024;
/** What takes longer waits for something or has a silent server: those behind it go without it. */
const patienceMs = 50;

/**
 * Folds calls that come together into one statement, so that they share its round trip and its commit. A call goes in
 * the turn of the event loop in which it came, unless `statementsAtOnce` are under way: what comes meanwhile gathers.
 * `charactersOf` a call is how much of the statement's text it may be, where that is not small.
 *
 * A call that the server refuses fails alone: the statement was rolled back, so each of its calls is sent again by
 * itself. When a connection is lost the outcome of all its calls is unknown, and each is told so.
 */
export function createGroupCommit<Call, Result>(
  commit: Commit<Call, Result>,
  statementsAtOnce: number,
  charactersOf: (call: Call) => number = () => 0,
): (call: Call) => Promise<Result> {
  let waiting: WaitingCall<Call, Result>[] = [];
  let senders = 0;

  async function sendAll(): Promise<void> {
    senders += 1;
    await turnOfEventLoop();
    while (waiting.length > 0) {
      const count = nextCount();
      const group = waiting.slice(0, count);
      waiting = waiting.slice(count);
      await doneOrLate(carryOut(group, commit));
      await turnOfEventLoop();
    }
    senders -= 1;
  }

  /** At least one. */
  function nextCount(): number {
    let characters = 0;
    const tooMany = waiting.findIndex(({ call }, index) => {
      characters += charactersOf(call);
      return index === mostCalls || (index > 0 && characters > mostCharacters);
    });
    return tooMany === -1 ? waiting.length : tooMany;
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

function doneOrLate(done: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    void done.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
