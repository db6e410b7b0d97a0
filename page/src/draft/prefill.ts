import { type Draft, draftOf } from './draft.ts';

const answerPrefix = 'a.';

/**
 * Parses the values with which a page prefills the form: `typeId=portrait&extraIds=frame&message=Two+cats`. Answers have
 * the ids of their questions: `a.figures=2&a.usage=print&a.usage=web`.
 */
export function readPrefill(query: string): Draft {
  const values = new URLSearchParams(query);
  const extraIds = values.getAll('extraIds').filter((id) => id !== '');
  const ids = new Set([...values.keys()].filter((key) => key.startsWith(answerPrefix)));
  const answers = Object.fromEntries(
    [...ids].map((key) => [key.slice(answerPrefix.length), answerOf(values.getAll(key))]),
  );
  return draftOf((name) => values.get(name) ?? '', extraIds, { answers });
}

function answerOf(texts: readonly string[]): string | readonly string[] {
  return texts.length === 1 ? (texts[0] ?? '') : texts;
}
