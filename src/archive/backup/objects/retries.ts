import { setTimeout as sleep } from 'node:timers/promises';

const attempts = 4;
const firstPauseMs = 500;

/** A store that fails once may respond the next time. A disk that is full does not get larger by waiting. */
export async function withRetries<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || signal.aborted || isFinal(error)) throw error;
      await sleep(firstPauseMs * 2 ** attempt, undefined, { signal });
    }
  }
}

/** What this machine's disk says, and a store that refuses who asks. */
function isFinal(error: unknown): boolean {
  const { code, status } = error as { readonly code?: unknown; readonly status?: unknown };
  return ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS'].includes(String(code)) || status === 401 || status === 403;
}
