import type { Studio } from './draft-shapes.ts';
import { isLocalized, type Localized } from './localized.ts';

const prefix = 'new-';

/** An id until the entry is published. The final one is made from its name then. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return prefix + [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const isNewId = (id: string): boolean => /^new-[0-9a-f]{12}$/.test(id);

/**
 * Returns the document in which every new entry has an id made from its name, in all references too.
 * @param used The ids that were ever published: an earlier entry keeps its own.
 */
export function withNamedIds(document: Studio, used: readonly string[] = []): Studio {
  const ids = new Map<string, string>();
  for (const list of listsIn(document)) {
    const taken = new Set([...used, ...list.map(({ id }) => id)]);
    for (const { id, name, label, title } of list) {
      if (!isNewId(id)) continue;
      const made = unique(idFrom((name ?? label ?? title ?? {}) as Localized), taken);
      taken.add(made);
      ids.set(id, made);
    }
  }
  return ids.size === 0 ? document : (renamed(document, ids) as Studio);
}

/** Returns the document in which each question with a changed kind has a new id, because its answers differ. */
export function withNewKinds(document: Studio, before: readonly Question[]): Studio {
  const kinds = new Map(before.map(({ id, kind }) => [id, kind]));
  const changed = document.questions.filter(({ id, kind }) => (kinds.get(id) ?? kind) !== kind);
  if (changed.length === 0) return document;
  const ids = new Map(changed.map(({ id }) => [id, newId()]));
  const idOf = (id: string) => ids.get(id) ?? id;
  const questions = document.questions.map((question) => {
    const { id, when } = question;
    return { ...question, id: idOf(id), when: when && { ...when, question: idOf(when.question) } };
  });
  return { ...document, questions };
}

type Question = Pick<Studio['questions'][number], 'id' | 'kind'>;

interface Named {
  readonly id: string;
  readonly name?: Localized;
  readonly label?: Localized;
  readonly title?: Localized;
}

function listsIn(value: unknown): readonly (readonly Named[])[] {
  if (typeof value !== 'object' || value === null || isLocalized(value)) return [];
  const inner = Object.values(value).flatMap(listsIn);
  const isList = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one?.id === 'string');
  return isList ? [value as Named[], ...inner] : inner;
}

/** `Head and shoulders` becomes `head-and-shoulders`. Letters of every script stay. */
export function idFrom(name: Localized): string {
  const words = (name.en ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    words
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'entry'
  );
}

function unique(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  let number = 2;
  while (taken.has(`${id}-${number}`)) number += 1;
  return `${id}-${number}`;
}

function renamed(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [ids.get(key) ?? key, renamed(one, ids)]));
}
