import { emptyGroups } from 'virtual:studio-defaults';
import { decimalText, moneyIn } from '../../../../src/intake/submission/money.ts';
import { isLocalized, type Localized, shownIn } from './localized.ts';

type ChangeKind = 'added' | 'removed' | 'renamed' | 'moved' | 'hidden' | 'shown' | 'changed';

/** A difference of two documents, for people. */
export interface Change {
  readonly kind: ChangeKind;
  /** The path: keys, and names of entries. */
  readonly path: readonly Step[];
  /** The value before and after as a text, or null. */
  readonly from: string | null;
  readonly to: string | null;
  /** The language of a text, or null. */
  readonly language: string | null;
}

export type Step = { readonly key: string } | { readonly name: string };

interface Entry extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

/** Groups whose keys are ids of types. */
const byTypeKeys = ['byType', 'weightByType'];
const nameKeys = ['name', 'label', 'title'] as const;

/** @param language Of the names and numbers. */
export function changesBetween(before: object, after: object, language: string): readonly Change[] {
  return inGroup(before, after, []);

  function between(one: unknown, other: unknown, path: readonly Step[]): readonly Change[] {
    if (isSame(one, other)) return [];
    if (isLocalized(one) || isLocalized(other)) return inTexts(textsOf(one), textsOf(other), path);
    const [{ key = '' } = {}] = path.slice(-1) as { key?: string }[];
    if (key === 'price')
      return [change('changed', path, priceWords(one, currencyOf(before)), priceWords(other, currencyOf(after)))];
    if (isEntries(one) && isEntries(other)) return inEntries(one, other, path);
    if (isGroup(one) && isGroup(other)) return inGroup(one, other, path);
    return [change('changed', path, wordsOf(one), wordsOf(other))];
  }

  function inGroup(one: object, other: object, path: readonly Step[]): readonly Change[] {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return keys.flatMap((key) => {
      const [was, is] = [one, other].map((group) => (group as Record<string, unknown>)[key] ?? null);
      const isOne = isGroup(was) || isGroup(is);
      const empty = isOne && !isLocalized(was ?? is) ? (emptyGroups[key] ?? null) : null;
      return between(was ?? empty, is ?? empty, [...path, stepOf(path, key)]);
    });
  }

  function stepOf(path: readonly Step[], key: string): Step {
    const [{ key: group = '' } = {}] = path.slice(-1) as { key?: string }[];
    if (!byTypeKeys.includes(group)) return { key };
    const types = [after, before].flatMap(
      (document) => (document as { readonly types?: readonly Entry[] }).types ?? [],
    );
    const type = types.find(({ id }) => id === key);
    return { name: type === undefined ? key : nameOf(type) };
  }

  function priceWords(value: unknown, currency: string | null): string | null {
    if (value === null) return null;
    const { amount, from, per } = value as { amount: number; from: boolean; per: Localized | null };
    const money = currency === null ? decimalText(amount, '') : moneyIn(language, currency).exact(amount);
    return `${from ? '≥ ' : ''}${money} ${shownIn(per, language)}`.trim();
  }

  function inTexts(one: Localized, other: Localized, path: readonly Step[]): readonly Change[] {
    const tags = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    const [{ key = '' } = {}] = path.slice(-1) as { key?: string }[];
    const isName = (nameKeys as readonly string[]).includes(key) && path.length > 1;
    return tags.flatMap((tag) => {
      const [from, to] = [one[tag] || null, other[tag] || null];
      if (from === to) return [];
      if (from === null) return [{ ...change('added', path, null, to), language: tag }];
      if (to === null) return [{ ...change('removed', path, from, null), language: tag }];
      const where = isName ? path.slice(0, -2) : path;
      return [{ ...change(isName ? 'renamed' : 'changed', where, from, to), language: tag }];
    });
  }

  function inEntries(one: readonly Entry[], other: readonly Entry[], path: readonly Step[]): readonly Change[] {
    const find = (list: readonly Entry[], id: string) => list.find((entry) => entry.id === id);
    const added = other.filter(({ id }) => !find(one, id)).map((entry) => change('added', path, null, nameOf(entry)));
    const gone = one.filter(({ id }) => !find(other, id)).map((entry) => change('removed', path, nameOf(entry), null));
    const kept = other.filter(({ id }) => find(one, id));
    const order = one.filter(({ id }) => find(other, id)).map(({ id }) => id);
    const isMoved = kept.some(({ id }, index) => order[index] !== id);
    const moved = isMoved ? [change('moved', path, null, other.map(nameOf).join(', '))] : [];
    const inside = kept.flatMap((entry) => inEntry(find(one, entry.id) as Entry, entry, path));
    return [...added, ...gone, ...moved, ...inside];
  }

  function inEntry(one: Entry, other: Entry, path: readonly Step[]): readonly Change[] {
    const at = [...path, { name: nameOf(other) }];
    const hiding =
      one.hidden === other.hidden ? [] : [change(other.hidden === true ? 'hidden' : 'shown', at, null, null)];
    return [...hiding, ...inGroup({ ...one, hidden: false }, { ...other, hidden: false }, at)];
  }

  function nameOf(entry: Entry): string {
    const key = nameKeys.find((one) => isLocalized(entry[one]));
    return key === undefined ? entry.id : shownIn(entry[key] as Localized, language);
  }
}

function change(kind: ChangeKind, path: readonly Step[], from: string | null, to: string | null): Change {
  return { kind, path, from, to, language: null };
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

const textsOf = (value: unknown): Localized => (isLocalized(value) ? value : {});

function isEntries(value: unknown): value is readonly Entry[] {
  return Array.isArray(value) && value.every((one) => typeof Object(one).id === 'string');
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wordsOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? '✓' : '–';
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? value.join(', ') : `${value.length}`;
  if (typeof value === 'object') return Object.values(value).map(wordsOf).filter(Boolean).join(' · ');
  return String(value);
}

function currencyOf(document: object): string | null {
  const { prices } = document as { readonly prices?: { readonly currency: string } | null };
  return prices?.currency ?? null;
}
