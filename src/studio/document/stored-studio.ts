import { type Fault, faultsOf, sentenceOf } from './faults.ts';
import { emptyStudio, type Studio, studioSchema } from './studio.ts';

interface StoredStudio {
  readonly studio: Studio;
  /** The parts of the document that this version does not know, each as a sentence with its path. */
  readonly ignored: readonly string[];
}

/**
 * Reads a document that this or a later version has stored: during an upgrade processes of both run. Values that only the
 * later one knows are left out, as few as possible: a key, an entry, or a whole part.
 */
export function readStoredStudio(document: unknown): StoredStudio {
  const known = structuredClone(document);
  const ignored: string[] = [];
  for (;;) {
    const { data, error } = studioSchema.safeParse(known, { reportInput: true });
    if (error === undefined) return { studio: data, ignored };
    const faults = error.issues.flatMap(faultsOf);
    ignored.push(...faults.map((fault) => sentenceOf(fault, 'the document')));
    // From the end, so that the indices of earlier entries stay true.
    const removed = faults.toReversed().filter((fault) => remove(known, fault));
    if (removed.length === 0) return { studio: emptyStudio, ignored };
  }
}

/** Removes the value of a fault, or the object that lacks it. Returns whether there was one. */
function remove(document: unknown, { path }: Fault): boolean {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const holder = path.slice(0, depth - 1).reduce<unknown>(memberOf, document);
    const last = path[depth - 1] as PropertyKey;
    if (!Object.hasOwn(Object(holder), last)) continue;
    if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else delete (holder as Record<PropertyKey, unknown>)[last];
    return true;
  }
  return false;
}

function memberOf(value: unknown, step: PropertyKey): unknown {
  return Object(value)[step];
}
