import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OperatorCall, operatorCalls, type Seen } from './operator-calls.ts';

export interface OperatorsOptions {
  /** The URL of the API, with a slash at its end. */
  readonly url: string;
  readonly token: string;
  readonly operators: number;
  /** The average pause between a response and the operator's next call. */
  readonly thinkMs: number;
}

export interface CallTimes {
  /** The times from the request to the last byte of the response, by the name of the call. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  /** The number of calls that ended with a 503. `times` includes them. */
  readonly unavailable: number;
}

/** Simulates operators who make every call in turn until the signal. Each operator starts at a different call. */
export async function runOperators(options: OperatorsOptions, signal: AbortSignal): Promise<CallTimes> {
  setMaxListeners(options.operators + 1, signal);
  const times = new Map<string, number[]>(operatorCalls.map(({ name }) => [name, []]));
  let unavailable = 0;
  const seen: Seen = { next: null, requests: [], feedCursor: null };
  const operator = async (index: number) => {
    await pause(Math.random() * options.thinkMs, signal);
    for (let turn = index; !signal.aborted; turn += 1) {
      const call = operatorCalls[turn % operatorCalls.length] as OperatorCall;
      const made = await make(call, options, seen);
      if (made !== null) times.get(call.name)?.push(made.durationMs);
      if (made?.isUnavailable) unavailable += 1;
      await pause(2 * Math.random() * options.thinkMs, signal);
    }
  };
  await Promise.all(Array.from({ length: options.operators }, (_, index) => operator(index)));
  return { times, unavailable };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => {});
}

interface CallResult {
  readonly durationMs: number;
  readonly isUnavailable: boolean;
}

/** Resolves with null without a request to make, or when another operator made the change first (412). */
async function make(call: OperatorCall, { url, token }: OperatorsOptions, seen: Seen): Promise<CallResult | null> {
  const asked = call.request(seen);
  if (asked === null) return null;
  const startedAt = performance.now();
  const response = await fetch(url + asked.path, {
    method: asked.body === undefined ? 'GET' : 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: asked.body === undefined ? null : JSON.stringify(asked.body),
  });
  const body = await response.text();
  const durationMs = performance.now() - startedAt;
  if (response.status === 412) return null;
  if (response.status === 503) return { durationMs, isUnavailable: true };
  if (!response.ok) throw new Error(`${call.name}: ${response.status} ${body}`);
  learn(asked.path, JSON.parse(body), seen);
  return { durationMs, isUnavailable: false };
}

function learn(path: string, body: Record<string, unknown>, seen: Seen): void {
  if (path.startsWith('changes')) seen.feedCursor = body.next as string;
  if (!/^requests(\?|$)/.test(path)) return;
  const items = body.items as Seen['requests'];
  if (items.length > 0) seen.requests = items;
  // Continues through the list without a filter, and starts again at its end.
  if (path === 'requests?' || path.startsWith('requests?cursor=')) seen.next = body.next as string | null;
}
