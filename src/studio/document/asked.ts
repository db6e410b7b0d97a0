import { createHash } from 'node:crypto';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { withKnownTypes } from './known-types.ts';
import type { Studio } from './studio.ts';

type Asked = Pick<Catalogue, 'questions' | 'terms' | 'prices' | 'legal'>;

/** Returns what customers are asked beside the choices. A key that nobody has set is absent. */
export function askedOf({ questions, types, terms, prices, legal }: Studio): Asked {
  const asked = offered(withKnownTypes(questions, types));
  // What depends on a hidden question has no condition that could hold.
  const answerable = asked.filter(({ when }) => when === null || asked.some(({ id }) => id === when.question));
  return {
    ...(answerable.length > 0 && { questions: answerable }),
    ...(terms.length > 0 && { terms: terms.map((one) => ({ ...one, sha256: versionsOf(one.text) })) }),
    ...(prices && { prices }),
    ...(Object.values(legal).some((text) => text !== null) && { legal }),
  };
}

type Texts = Readonly<Record<string, string>>;

interface Hideable {
  readonly hidden: boolean;
}

export function offered<T extends Hideable>(entries: readonly T[]): Omit<T, 'hidden'>[] {
  return entries.filter((entry) => !entry.hidden).map(({ hidden: _, ...entry }) => entry);
}

/** A version of a text is the SHA-256 of its UTF-8 (S24). */
export function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The texts of a revision never change, so the versions are computed once for each object. */
const knownVersions = new WeakMap<Texts, Record<string, string>>();

/** Returns the version of each text by language. */
export function versionsOf(texts: Texts): Record<string, string> {
  const known = knownVersions.get(texts);
  if (known) return known;
  const versions = Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, versionOf(text)]));
  knownVersions.set(texts, versions);
  return versions;
}
