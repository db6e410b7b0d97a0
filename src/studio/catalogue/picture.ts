import { basename, extname } from 'node:path';
import { storableText } from '../../platform/shapes/storable-text.ts';

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

/** The pictures of a catalogue, each null when the catalogue does not name it. */
export interface Pictures {
  /** Picture for link previews. */
  readonly image: Picture | null;
  /** Icon for the browser's tab. */
  readonly icon: Picture | null;
}

export const noPictures: Pictures = { image: null, icon: null };

/** The name of a picture file in the folder of the catalogue file. */
export const pictureFile = storableText()
  .max(255)
  .refine((name) => basename(name) === name && pictureMediaType(name) !== undefined, {
    error: `must be the name of a file beside the catalogue that ends with ${Object.keys(mediaTypes).join(', ')}`,
  })
  .nullable()
  .default(null);

/** Returns the media type for a file's extension, or undefined for other files than pictures. */
export function pictureMediaType(name: string): string | undefined {
  return mediaTypes[extname(name).toLowerCase()];
}
