import { type Fault, faultsOf, sentenceOf } from './faults.ts';
import { emptyStudio, type Studio, studioSchema } from './studio.ts';

interface StoredStudio {
  readonly studio: Studio;
  /** What this version does not know of the document, each as a sentence with its place. */
  readonly ignored: readonly string[];
}

/** Each round removes at least one value. Documents of later versions need one or two. */
const mostRounds = 100;

/**
 * Reads a document that this or a later version has stored. What this version does not know is left out, as little as
 * possible: a key, an entry, or a whole part (a rolling upgrade).
 */
export function readStoredStudio(document: unknown): StoredStudio {
  const known = structuredClone(document);
  const ignored: string[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const { data, error } = studioSchema.safeParse(known, { reportInput: true });
    if (error === undefined) return { studio: data, ignored };
    const faults = error.issues.flatMap(faultsOf);
    ignored.push(...faults.map((fault) => sentenceOf(fault, 'the document')));
    if (faults.some(({ path }) => path.length === 0)) break;
    // From the end, so that the indices of earlier entries stay true.
    for (const fault of faults.toReversed()) remove(known, fault);
  }
  return { studio: emptyStudio, ignored };
}

/** Removes the value of a fault. What is missing takes the object along that needs it. */
function remove(document: unknown, { path }: Fault): void {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const holder = path.slice(0, depth - 1).reduce<unknown>(memberOf, document);
    const last = path[depth - 1] as PropertyKey;
    if (!Object.hasOwn(Object(holder), last)) continue;
    if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else delete (holder as Record<PropertyKey, unknown>)[last];
    return;
  }
}

function memberOf(value: unknown, step: PropertyKey): unknown {
  return Object(value)[step];
}
