import type { core } from 'zod';
import { type Catalogue, catalogueSchema } from './catalogue.ts';

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
export function readCatalogue(text: string): Catalogue {
  const result = catalogueSchema.safeParse(parseJson(text));
  if (!result.success) throw new CatalogueError(result.error.issues.map(faultOf));
  return result.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CatalogueError([`the file is not valid JSON: ${(error as Error).message}`]);
  }
}

function faultOf(issue: core.$ZodIssue): string {
  // Of a key that is no language tag the reason stands one level down.
  const message = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message;
  return `${placeOf(issue.path)} ${message}`;
}

function placeOf(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return steps.join('').replace(/^\./, '') || 'the file';
}
