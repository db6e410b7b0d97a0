import type { ObjectKey } from '../../platform/objects/object-key.ts';
import type { OfferedPictures } from '../document/offered-catalogue.ts';

/** The sizes of a picture: the most pixels that its longer side has. */
export const pictureSides = { small: 640, large: 1600 } as const;

type PictureSize = keyof typeof pictureSides;

/** A picture of the studio in one size: a WebP in the object store. */
export interface PictureFile {
  readonly key: ObjectKey;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

export type StudioPicture = Readonly<Record<PictureSize, PictureFile>> & {
  /** Names the picture. It is that of its large file. */
  readonly sha256: string;
  readonly uploadedAt: Date;
};

/** A file that is to be stored. */
export interface NewPictureFile {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

export type NewPicture = Readonly<Record<PictureSize, NewPictureFile>>;

/** The pictures of the studio in the database. Calls reject when it cannot be reached. */
export interface StudioPictures {
  find(sha256: string): Promise<StudioPicture | null>;
  /** Resolves with all pictures, the newest first. There are at most `mostPictures`. */
  list(): Promise<readonly StudioPicture[]>;
}

/** Of a file that is encoded as a picture of the studio. */
export const maxPictureMebibytes = 20;

/** Bounds the list of pictures, also in the memory of a process. */
export const mostPictures = 1000;

/** Stores pictures in the object store and the database. */
export interface PictureStore {
  /**
   * Stores the picture whole or not at all. One that is there already counts as used now.
   * @throws {PartFailedError} when the object store fails; rejects with the database's error when that fails
   */
  store(picture: NewPicture): Promise<StudioPicture | 'too-many'>;
}

/** Returns where a picture is served, below the path of the page. */
export function picturePath(sha256: string, size: PictureSize): string {
  return `pictures/${sha256}-${pictureSides[size]}.webp`;
}

/** Returns the name and the size that the last part of such a path says, or null. */
export function readPictureName(name: string): { readonly sha256: string; readonly size: PictureSize } | null {
  const [, sha256, side] = /^([0-9a-f]{64})-(640|1600)\.webp$/.exec(name) ?? [];
  if (sha256 === undefined) return null;
  return { sha256, size: Number(side) === pictureSides.small ? 'small' : 'large' };
}

/** Returns the pictures as customers see them, by name. */
export function offeredPictures(pictures: readonly StudioPicture[]): OfferedPictures {
  return new Map(
    pictures.map(({ sha256, small: { width, height } }) => [
      sha256,
      { url: picturePath(sha256, 'small'), largeUrl: picturePath(sha256, 'large'), width, height },
    ]),
  );
}
