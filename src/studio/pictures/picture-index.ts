import { setTimeout as sleep } from 'node:timers/promises';
import type { StudioPicture, StudioPictures } from './studio-pictures.ts';

/** Looks pictures up for customers. */
export type PictureIndex = Pick<StudioPictures, 'find'>;

const pauseMs = 1000;

/**
 * Remembers all pictures. For one that it does not know, it looks again, at most once a second: requests for what never was
 * there cost the database no more. What it knows needs no database.
 */
export function createPictureIndex(pictures: Pick<StudioPictures, 'list'>): PictureIndex {
  let known = new Map<string, StudioPicture>();
  let nextLookAt = 0;
  let look: Promise<void> | null = null;

  async function lookSoon(): Promise<void> {
    await sleep(Math.max(0, nextLookAt - performance.now()), undefined, { ref: false });
    // A call that misses one from now on waits for the look after this one.
    look = null;
    nextLookAt = performance.now() + pauseMs;
    known = new Map((await pictures.list()).map((picture) => [picture.sha256, picture]));
  }

  return {
    async find(sha256) {
      if (!known.has(sha256)) {
        look ??= lookSoon();
        await look;
      }
      return known.get(sha256) ?? null;
    },
  };
}
