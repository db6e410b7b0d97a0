import { ApiFailure, failureOf } from './api-failure.ts';

export const apiPath = '/api/operator/v1';

/** Timeout of a whole response. A bulk change of thousands of requests is slow. */
const timeLimitMs = 120_000;

export interface CallOptions {
  readonly body?: unknown;
  /** The `Idempotency-Key` of a change. By default one of its own, which its repetition has too after a lost answer. */
  readonly key?: string;
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends JSON and resolves with the JSON of the response. @throws ApiFailure */
export type Call = <Content>(method: string, path: string, options?: CallOptions) => Promise<Content>;

/** Paths of which a lost change is kept. Only the last ones are sent again. */
const mostLost = 20;

/** Pause before a change is sent again that the service is making already. */
const underWayMs = 1000;

export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param signInAgain Called when the session has ended. Resolves when the person is signed in again. The call is then
 * repeated, so that no input is lost.
 */
export function createCall(signInAgain: () => Promise<void>): Call {
  /** The last change of each path, if its answer was lost. After another change the same one is a new one. */
  const lost = new Map<string, { readonly change: string; readonly key: string }>();

  async function answered<Content>(method: string, path: string, options: CallOptions): Promise<Content> {
    for (;;) {
      const response = await send(method, path, options);
      if (response.ok) return (response.status === 204 ? null : await readJson(response)) as Content;
      const failure = await failureOf(response);
      if (isUnderWay(failure)) await new Promise((resolve) => setTimeout(resolve, underWayMs));
      else if (isSignedOut(failure)) await signInAgain();
      else throw failure;
      options.signal?.throwIfAborted();
    }
  }

  return async function call<Content>(method: string, path: string, options: CallOptions = {}): Promise<Content> {
    if (method === 'GET') return answered(method, path, options);
    const change = JSON.stringify([method, options.body]);
    const earlier = lost.get(path);
    const key = options.key ?? (earlier?.change === change ? earlier.key : randomKey());
    lost.delete(path);
    try {
      return await answered(method, path, { ...options, key });
    } catch (error) {
      if (mayBeMade(error)) lost.set(path, { change, key });
      for (const [oldest] of [...lost].slice(0, -mostLost)) lost.delete(oldest);
      throw error;
    }
  };
}

/** Returns true when the service may have made the change although this page has no answer that says so. */
export function mayBeMade(error: unknown): boolean {
  return !(error instanceof ApiFailure) || ['unreachable', 'busy', 'failed'].includes(error.kind);
}

const isUnderWay = ({ problem }: ApiFailure) => problem?.type === 'urn:commissions:problem:change-under-way';

/** Returns true when the session is missing, but not when a password was wrong. */
export function isSignedOut({ problem }: ApiFailure): boolean {
  return problem?.type === 'urn:commissions:problem:unauthenticated';
}

/** Like `Call`, but rejects instead of asking the person to sign in again. */
export const callOnce: Call = async (method, path, options = {}) => {
  const response = await send(method, path, options);
  if (!response.ok) throw await failureOf(response);
  return response.status === 204 ? null : await readJson(response);
};

async function send(method: string, path: string, { body, key, signal }: CallOptions): Promise<Response> {
  const limit = AbortSignal.timeout(timeLimitMs);
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  try {
    return await fetch(apiPath + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
  } catch {
    signal?.throwIfAborted();
    throw new ApiFailure('unreachable');
  }
}

async function readJson(response: Response) {
  try {
    return await response.json();
  } catch {
    // The response was cut off, or a proxy has replaced it with a page.
    throw new ApiFailure('unreachable');
  }
}
