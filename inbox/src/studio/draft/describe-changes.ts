import { emptyGroups } from 'virtual:studio-defaults';
import { isLocalized, type Localized, shownIn } from './localized.ts';

type ChangeKind = 'added' | 'removed' | 'renamed' | 'moved' | 'hidden' | 'shown' | 'text' | 'value';

/** A difference of two documents, for people. */
export interface Change {
  readonly kind: ChangeKind;
  /** The path: keys, and names of entries. */
  readonly path: readonly Step[];
  /** The value before and after, or null: of a text or a name as its words. */
  readonly from: unknown;
  readonly to: unknown;
  /** The language of a text, or null. */
  readonly language: string | null;
}

export type Step = { readonly key: string } | NamedStep;

interface NamedStep {
  readonly name: string;
  /** The SHA-256 of its first picture, or null. */
  readonly picture: string | null;
}

interface Entry extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

/** The parts of a document that others name. */
interface Document {
  readonly types?: readonly Entry[];
  readonly questions?: readonly Entry[];
  readonly prices?: { readonly currency: string } | null;
}

/** Groups whose keys are ids of types. */
const byTypeKeys = ['byType', 'weightByType'];
const nameKeys = ['name', 'label', 'title'] as const;
/** Keys whose value is one thing for people, whatever it consists of. */
const wholeKeys = ['price', 'logo', 'pictures', 'prices', 'when'];

/** @param language Of the names and numbers. */
export function changesBetween(before: Document, after: Document, language: string): readonly Change[] {
  return inGroup(before, after, []);

  function between(one: unknown, other: unknown, path: readonly Step[]): readonly Change[] {
    if (isSame(one, other)) return [];
    if (isLocalized(one) || isLocalized(other)) return inTexts(textsOf(one), textsOf(other), path);
    const key = keyAt(path);
    const isWhole = wholeKeys.includes(key);
    if (!isWhole && isEntries(one) && isEntries(other)) return inEntries(one, other, path);
    if (!isWhole && isGroup(one) && isGroup(other)) return inGroup(one, other, path);
    return [change('value', path, withNames(key, one, before), withNames(key, other, after))];
  }

  /** Returns a value that is about other parts of the document with the names of those. */
  function withNames(key: string, value: unknown, document: Document): unknown {
    const { types = [], questions = [], prices = null } = document;
    if (value === null) return null;
    if (key === 'price') return { ...Object(value), currency: prices?.currency ?? null };
    if (key === 'types') return types.filter(({ id }) => (value as readonly string[]).includes(id)).map(nameOf);
    if (key !== 'when') return value;
    const { question, is } = value as { readonly question: string; readonly is: unknown };
    const asked = questions.find(({ id }) => id === question);
    const options = (asked?.options ?? []) as readonly Entry[];
    const answer = options.find(({ id }) => id === is);
    return { question: asked ? nameOf(asked) : question, is: answer ? nameOf(answer) : is };
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
    if (!byTypeKeys.includes(keyAt(path))) return { key };
    const type = [after, before].flatMap(({ types = [] }) => types).find(({ id }) => id === key);
    return type === undefined ? { name: key, picture: null } : stepTo(type);
  }

  function inTexts(one: Localized, other: Localized, path: readonly Step[]): readonly Change[] {
    const tags = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    const isName = (nameKeys as readonly string[]).includes(keyAt(path)) && path.length > 1;
    return tags.flatMap((tag) => {
      const [from, to] = [one[tag] || null, other[tag] || null];
      if (from === to) return [];
      const isRenamed = isName && from !== null && to !== null;
      return [{ ...change(isRenamed ? 'renamed' : 'text', path, from, to), language: tag }];
    });
  }

  function inEntries(one: readonly Entry[], other: readonly Entry[], path: readonly Step[]): readonly Change[] {
    const find = (list: readonly Entry[], id: string) => list.find((entry) => entry.id === id);
    const at = (entry: Entry) => [...path, stepTo(entry)];
    const added = other
      .filter(({ id }) => !find(one, id))
      .map((entry) => change('added', at(entry), null, nameOf(entry)));
    const gone = one
      .filter(({ id }) => !find(other, id))
      .map((entry) => change('removed', at(entry), nameOf(entry), null));
    const kept = other.filter(({ id }) => find(one, id));
    const order = one.filter(({ id }) => find(other, id)).map(({ id }) => id);
    const isMoved = kept.some(({ id }, index) => order[index] !== id);
    const moved = isMoved ? [change('moved', path, null, other.map(nameOf).join(', '))] : [];
    const inside = kept.flatMap((entry) => inEntry(find(one, entry.id) as Entry, entry, path));
    return [...added, ...gone, ...moved, ...inside];
  }

  function inEntry(one: Entry, other: Entry, path: readonly Step[]): readonly Change[] {
    const at = [...path, stepTo(other)];
    const hiding =
      one.hidden === other.hidden ? [] : [change(other.hidden === true ? 'hidden' : 'shown', at, null, null)];
    return [...hiding, ...inGroup({ ...one, hidden: false }, { ...other, hidden: false }, at)];
  }

  function stepTo(entry: Entry): NamedStep {
    const [picture] = Array.isArray(entry.pictures) ? entry.pictures : [];
    return { name: nameOf(entry), picture: picture?.sha256 ?? null };
  }

  function nameOf(entry: Entry): string {
    const key = nameKeys.find((one) => isLocalized(entry[one]));
    return key === undefined ? entry.id : shownIn(entry[key] as Localized, language);
  }
}

/** Returns the last key of a path, or an empty text where an entry is last. */
function keyAt(path: readonly Step[]): string {
  const step = path.at(-1);
  return step !== undefined && 'key' in step ? step.key : '';
}

function change(kind: ChangeKind, path: readonly Step[], from: unknown, to: unknown): Change {
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
