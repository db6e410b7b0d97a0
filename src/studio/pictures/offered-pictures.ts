import type { OfferedPictures } from '../document/offered-pictures.ts';
import { picturePath, type StudioPicture } from './studio-pictures.ts';

/** Returns the pictures as customers see them, by name. */
export function offeredPictures(pictures: readonly StudioPicture[]): OfferedPictures {
  return new Map(
    pictures.map(({ sha256, small: { width, height } }) => [
      sha256,
      { url: picturePath(sha256, 'small'), largeUrl: picturePath(sha256, 'large'), width, height },
    ]),
  );
}
