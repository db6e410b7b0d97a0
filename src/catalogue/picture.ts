import { basename, extname } from 'node:path';
import { storableText } from '../submission/payload-text.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
};

export interface Picture {
  readonly mediaType: string;
  readonly content: Buffer;
}

/** Null for a picture that the catalogue does not name. */
export interface Pictures {
  /** For links to the page. */
  readonly image: Picture | null;
  /** For the browser's tab. */
  readonly icon: Picture | null;
}

export const noPictures: Pictures = { image: null, icon: null };

/** The name of a picture's file beside the catalogue's own. */
export const pictureFile = storableText()
  .max(255)
  .refine((name) => basename(name) === name && pictureMediaType(name) !== undefined, {
    error: `must be the name of a file beside the catalogue that ends with ${Object.keys(mediaTypes).join(', ')}`,
  })
  .nullable()
  .default(null);

/** By the ending of a file's name; undefined for what is no picture. */
export function pictureMediaType(name: string): string | undefined {
  return mediaTypes[extname(name).toLowerCase()];
}
