import { type CatalogueFile, catalogueFileSchema } from './catalogue.ts';
import { faultsOf } from './catalogue-fault.ts';

/** The file is no catalogue; `faults` names each place at fault. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Catalogue: ${faults.join('; ')}`);
    this.faults = faults;
  }
}

/** Reads the text of a catalogue file (JSON, UTF-8). @throws {CatalogueError} with every fault at once. */
export function readCatalogue(text: string): CatalogueFile {
  const result = catalogueFileSchema.safeParse(parseJson(text), { reportInput: true });
  if (!result.success) throw new CatalogueError(result.error.issues.flatMap(faultsOf));
  return result.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CatalogueError([`is not valid JSON: ${(error as Error).message}`]);
  }
}
