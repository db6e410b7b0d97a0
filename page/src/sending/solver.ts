import type { Challenge, Solution } from '../../../client/src/commission-client.ts';
import { startWorker } from '../workers/start-worker.ts';

/** Solves in a worker, or in this thread where the page that has the form lets no worker start. */
export async function solve(challenge: Challenge, signal: AbortSignal): Promise<Solution> {
  const solution = await inWorker(challenge, signal).catch(() => null);
  signal.throwIfAborted();
  if (solution) return solution;
  const { solveChallenge } = await import('../../../client/src/challenge.ts');
  return solveChallenge(challenge, signal);
}

async function inWorker(challenge: Challenge, signal: AbortSignal): Promise<Solution | null> {
  const worker = startWorker('solver');
  const ended = new AbortController();
  const { signal: once } = ended;
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }) => resolve(data), { signal: once });
      worker.addEventListener('error', reject, { signal: once });
      signal.addEventListener('abort', reject, { signal: once });
      worker.postMessage(challenge);
    });
  } finally {
    ended.abort();
    worker.terminate();
  }
}
