import { defaultsOf } from './defaults.ts';
import type { Entry } from './draft-shapes.ts';
import type { ListSpec } from './field-specs.ts';
import type { Localized } from './localized.ts';
import { newId } from './new-ids.ts';
import type { Path } from './paths.ts';

/** @param path Of its list. */
export function newEntry({ nameKey, filled }: ListSpec, path: Path, name: Localized): Entry {
  return { id: newId(), [nameKey]: name, ...filled, ...defaultsOf(path) };
}

/** A copy has ids of its own, also within it. */
export function copyOf(entry: Entry): Entry {
  return withNewIds(entry) as Entry;
}

function withNewIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNewIds);
  if (typeof value !== 'object' || value === null) return value;
  const copied = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withNewIds(one)]));
  return typeof copied.id === 'string' ? { ...copied, id: newId() } : copied;
}

export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from];
  if (entry === undefined) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}
