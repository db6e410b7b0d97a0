import { ApiFailure, failureOf } from './api-failure.ts';

export const apiPath = '/api/operator/v1';

/** For an answer to begin and end. A bulk change of thousands takes its time. */
const timeLimitMs = 120_000;

export interface CallOptions {
  readonly body?: unknown;
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends JSON and gives the JSON that came back. @throws ApiFailure */
export type Call = <Content>(method: string, path: string, options?: CallOptions) => Promise<Content>;

/**
 * @param signInAgain Called when the session has ended. Resolves when the person is signed in again; the call is then made
 * once more, so that nothing that somebody typed is lost.
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

/** One who is signed out, not one who typed a wrong password. */
export function isSignedOut({ problem }: ApiFailure): boolean {
  return problem?.type === 'urn:commissions:problem:unauthenticated';
}

/** As `Call`, but what fails is the caller's own business: it asks nobody to sign in. */
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
    // It broke off, or a proxy has put its own page in.
    throw new ApiFailure('unreachable');
  }
}
