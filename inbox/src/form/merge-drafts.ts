import type { Studio, StudioKey } from './draft-shapes.ts';

export interface MergedDrafts {
  readonly document: Studio;
  /** The keys that both have changed to something else. The document has mine. */
  readonly conflicts: readonly StudioKey[];
}

/** Merges the changes of two people by the document's keys. */
export function mergeDrafts(before: Studio, mine: Studio, theirs: Studio): MergedDrafts {
  const keys = Object.keys(theirs) as StudioKey[];
  const isKept = (key: StudioKey) => isSame(before[key], mine[key]);
  const taken = keys.filter((key) => isKept(key));
  const conflicts = keys.filter(
    (key) => !isKept(key) && !isSame(before[key], theirs[key]) && !isSame(mine[key], theirs[key]),
  );
  return { document: withKeysOf(mine, theirs, taken), conflicts };
}

/** Returns the document with the values of another one for these keys. */
export function withKeysOf(document: Studio, other: Studio, keys: readonly StudioKey[]): Studio {
  return { ...document, ...Object.fromEntries(keys.map((key) => [key, other[key]])) };
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
