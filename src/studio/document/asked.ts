import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Studio } from './studio.ts';

export type Texts = Readonly<Record<string, string>>;

/** Returns the version of each text by language. */
export type VersionsOf = (texts: Texts) => Record<string, string>;

type Asked = Pick<Catalogue, 'questions' | 'terms' | 'prices' | 'legal'>;

/** Returns the questions to customers beside the choices. A key that is not set is absent. */
export function askedOf(
  { questions, types, terms, prices, legal }: Studio,
  versionsOf: VersionsOf = () => ({}),
): Asked {
  const asked = offered(withKnownTypes(questions, types));
  // A question that depends on a hidden one could never be asked.
  const answerable = asked.filter(({ when }) => when === null || asked.some(({ id }) => id === when.question));
  return {
    ...(answerable.length > 0 && { questions: answerable }),
    ...(terms.length > 0 && { terms: terms.map((one) => ({ ...one, sha256: versionsOf(one.text) })) }),
    ...(prices && { prices }),
    ...(Object.values(legal).some((text) => text !== null) && { legal }),
  };
}

interface Hideable {
  readonly hidden: boolean;
}

export function offered<T extends Hideable>(entries: readonly T[]): Omit<T, 'hidden'>[] {
  return entries.filter((entry) => !entry.hidden).map(({ hidden: _, ...entry }) => entry);
}

interface OfTypes {
  /** Empty: all. */
  readonly types: readonly string[];
}

/** Returns the questions with the types that exist. One whose types were all removed is asked for every type. */
export function withKnownTypes<Question extends OfTypes>(
  questions: readonly Question[],
  types: readonly { readonly id: string }[],
): readonly Question[] {
  const known = new Set(types.map(({ id }) => id));
  return questions.map((question) =>
    question.types.every((id) => known.has(id))
      ? question
      : { ...question, types: question.types.filter((id) => known.has(id)) },
  );
}
