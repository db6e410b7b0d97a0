import { readFileSync } from 'node:fs';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueError, readCatalogue } from './catalogue/read-catalogue.ts';
import type { ApiRevision } from './submission/payload.ts';

/** The catalogue that `CATALOGUE_FILE` names. @throws {CatalogueError} with every fault at once. */
export function readCatalogueFile(path: string, revision: ApiRevision): Catalogue {
  const catalogue = readCatalogue(textOf(path));
  if (revision === 'earlier' && catalogue.customCards.length > 0) {
    throw new CatalogueError(['customCards needs API_REVISION=later']);
  }
  return catalogue;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CatalogueError([`cannot be read: ${(error as NodeJS.ErrnoException).code}`]);
  }
}
