import { ApiFailure } from '../api/api-failure.ts';

export interface EraseProgress {
  readonly total: number;
  readonly done: number;
}

/**
 * Erases requests one by one. A request that is already gone counts as erased. Rejects with the first failure, after
 * which the whole run can be repeated.
 */
export async function eraseAll(
  ids: readonly string[],
  erase: (id: string) => Promise<unknown>,
  onDone: (progress: EraseProgress, id: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const [index, id] of ids.entries()) {
    if (signal.aborted) return;
    await erase(id).catch((error: unknown) => {
      if (!(error instanceof ApiFailure && error.kind === 'missing')) throw error;
    });
    onDone({ total: ids.length, done: index + 1 }, id);
  }
}
