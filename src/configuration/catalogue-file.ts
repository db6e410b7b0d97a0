import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type Picture, type Pictures, pictureMediaType } from '../catalogue/picture.ts';
import { CatalogueError, readCatalogue } from '../catalogue/read-catalogue.ts';

interface CatalogueAndPictures {
  readonly catalogue: Catalogue;
  readonly pictures: Pictures;
}

/** The path of a catalogue, which is read with its pictures; every fault of the file is an issue. */
export const catalogueFile = z.string().transform((path, context): CatalogueAndPictures => {
  try {
    const { image, icon, ...catalogue } = readCatalogue(readBytes(path).toString());
    return { catalogue, pictures: { image: readPicture(path, 'image', image), icon: readPicture(path, 'icon', icon) } };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    for (const fault of error.faults) context.addIssue({ code: 'custom', message: fault });
    return z.NEVER;
  }
});

function readPicture(cataloguePath: string, key: string, name: string | null): Picture | null {
  if (name === null) return null;
  const content = readBytes(join(dirname(cataloguePath), name), `\`${key}\` `);
  return { mediaType: pictureMediaType(name) ?? 'application/octet-stream', content };
}

function readBytes(path: string, place = ''): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CatalogueError([`${place}names a file that does not exist`]);
    throw new CatalogueError([`${place}cannot be read: ${code}`]);
  }
}
