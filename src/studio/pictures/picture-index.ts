import { setTimeout as sleep } from 'node:timers/promises';
import type { StudioPicture, StudioPictures } from './studio-pictures.ts';

/** Finds pictures for customers. */
export type PictureIndex = Pick<StudioPictures, 'find'>;

const pauseMs = 1000;

/**
 * Caches the list of all pictures. For an unknown one it reads the list again, at most once a second, which bounds the
 * load of requests for pictures that never existed.
 */
export function createPictureIndex(pictures: Pick<StudioPictures, 'list'>): PictureIndex {
  let known = new Map<string, StudioPicture>();
  let nextQueryAt = 0;
  let query: Promise<void> | null = null;

  async function querySoon(): Promise<void> {
    await sleep(Math.max(0, nextQueryAt - performance.now()), undefined, { ref: false });
    // A call that misses one from now on waits for the next query.
    query = null;
    nextQueryAt = performance.now() + pauseMs;
    known = new Map((await pictures.list()).map((picture) => [picture.sha256, picture]));
  }

  return {
    async find(sha256) {
      if (!known.has(sha256)) {
        query ??= querySoon();
        await query;
      }
      return known.get(sha256) ?? null;
    },
  };
}
