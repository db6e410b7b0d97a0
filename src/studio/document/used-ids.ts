import type { Fault } from './faults.ts';
import type { Studio } from './studio.ts';

/** An entry of a list that has an id. */
export interface UsedId {
  /** The list, with the entry that it belongs to: `questions`, `types/portrait/options`. */
  readonly list: string;
  readonly id: string;
  /** Of a question. */
  readonly kind: string | null;
  /** Its name in each language. */
  readonly names: Readonly<Record<string, string>>;
}

interface IdWithPath extends UsedId {
  readonly path: readonly PropertyKey[];
}

interface Named {
  readonly id: string;
  readonly name?: UsedId['names'];
  readonly label?: UsedId['names'];
  readonly title?: UsedId['names'];
  readonly kind?: string;
  readonly options?: readonly Named[];
}

type Lists = Pick<Studio, 'types' | 'extras' | 'customCards' | 'questions' | 'terms'>;

/** Returns all entries of a document that have an id. */
export function idsIn({ types, extras, customCards, questions, terms }: Lists): readonly IdWithPath[] {
  return Object.entries({ types, extras, customCards, questions, terms }).flatMap(([key, entries]) =>
    withPaths(entries, key, [key]),
  );
}

function withPaths(entries: readonly Named[], list: string, path: readonly PropertyKey[]): readonly IdWithPath[] {
  return entries.flatMap(({ id, name, label, title, kind = null, options = [] }, index) => [
    { list, id, kind, names: name ?? label ?? title ?? {}, path: [...path, index] },
    ...withPaths(options, `${list}/${id}/options`, [...path, index, 'options']),
  ]);
}

/** Returns the entries of a document that are no entries of this kind of another one. */
export function newIdsOf(document: Lists, before: Lists): readonly IdWithPath[] {
  const known = new Set(idsIn(before).map(keyOf));
  return idsIn(document).filter((entry) => !known.has(keyOf(entry)));
}

const keyOf = ({ list, id, kind }: UsedId) => JSON.stringify([list, id, kind]);

/**
 * Returns a fault for each entry whose id was another entry's, because answers and slots are kept by ids. An entry is the
 * same one when its list, its kind and a name of it are the same.
 */
export function faultsOfReuse(entries: readonly IdWithPath[], used: readonly UsedId[]): readonly Fault[] {
  return entries.flatMap((entry) => {
    const earlier = used.filter(({ list, id }) => list === entry.list && id === entry.id);
    if (earlier.length === 0 || earlier.some((one) => isSameEntry(one, entry))) return [];
    return [{ path: [...entry.path, 'id'], predicate: reused(entry.id), code: 'custom' }];
  });
}

const reused = (id: string) => `was the id of another entry before: ${id}. Choose an id that was never used`;

function isSameEntry(one: UsedId, other: UsedId): boolean {
  const names = new Set(Object.values(other.names));
  return one.kind === other.kind && Object.values(one.names).some((name) => names.has(name));
}
