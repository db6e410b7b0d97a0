import { ApiFailure, failureOf } from './api-failure.ts';

export const apiPath = '/api/operator/v1';

/** Timeout of a whole response. A bulk change of thousands of requests is slow. */
const timeLimitMs = 120_000;

export interface CallOptions {
  readonly body?: unknown;
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends JSON and resolves with the JSON of the response. @throws ApiFailure */
export type Call = <Content>(method: string, path: string, options?: CallOptions) => Promise<Content>;

/**
 * @param signInAgain Called when the session has ended. Resolves when the person is signed in again. The call is then
 * repeated, so that no input is lost.
 */
export function createCall(signInAgain: () => Promise<void>): Call {
  return async function call<Content>(method: string, path: string, options: CallOptions = {}): Promise<Content> {
    for (;;) {
      const response = await send(method, path, options);
      if (response.ok) return (response.status === 204 ? null : await readJson(response)) as Content;
      const failure = await failureOf(response);
      if (!isSignedOut(failure)) throw failure;
      await signInAgain();
      options.signal?.throwIfAborted();
    }
  };
}

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

async function send(method: string, path: string, { body, signal }: CallOptions): Promise<Response> {
  const limit = AbortSignal.timeout(timeLimitMs);
  const json =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    return await fetch(apiPath + path, {
      method,
      ...json,
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
