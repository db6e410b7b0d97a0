import { type CatalogueFile, catalogueFileSchema } from './catalogue.ts';
import { faultsOf } from './catalogue-fault.ts';

/** Each fault is a predicate of the file, or a sentence that names a place in it. */
type CatalogueResult = { readonly file: CatalogueFile } | { readonly faults: readonly string[] };

/** Reads the text of a catalogue file (JSON, UTF-8), or tells every fault at once. */
export function readCatalogue(text: string): CatalogueResult {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { faults: [`is not valid JSON: ${(error as Error).message}`] };
  }
  const { data, error } = catalogueFileSchema.safeParse(value, { reportInput: true });
  return error ? { faults: error.issues.flatMap(faultsOf) } : { file: data };
}
