import { ApiFailure, failureOf } from './api-failure.ts';
import { type Call, type CallOptions, contentOf, send } from './send.ts';

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
      if (response.ok) return (await contentOf(response)) as Content;
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
