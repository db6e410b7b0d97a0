import { isStorableText } from '../../platform/shapes/storable-text.ts';
import type { Answer, Answers } from './asked-questions.ts';

export const maxIdCharacters = 200;

/** Answers to unknown questions. As many as a studio asks, so that a process without its questions keeps all answers. */
const mostOthers = 40;

/** Digits of a number, for PostgreSQL keeps each of them: 1e300 has 301. */
export const maxDigits = 15;

interface SentAnswers {
  readonly answers: Answers;
  readonly isWhole: boolean;
}

/**
 * Returns the answers that can be stored: mostly the object that was sent. Checked by hand, because a schema's union and a
 * copy cost more than the rest of the part. `Object.keys` and `fromEntries` keep `__proto__` an ordinary key.
 * @param isAsked whether an id is that of a question that was ever asked
 */
export function readAnswers(sent: unknown, isAsked: (id: string) => boolean): SentAnswers {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return { answers: {}, isWhole: false };
  const answers = sent as Answers;
  const ids = Object.keys(answers);
  let others = 0;
  const kept = ids.filter((id) => {
    const isOther = !isAsked(id);
    if ((isOther && others === mostOthers) || !isId(id) || !isAnswer(answers[id])) return false;
    if (isOther) others += 1;
    return true;
  });
  if (kept.length === ids.length) return { answers, isWhole: true };
  return { answers: Object.fromEntries(kept.map((id) => [id, answers[id] ?? null])), isWhole: false };
}

function isId(key: string): boolean {
  return key !== '' && key.length <= maxIdCharacters && isStorableText(key);
}

/** The size of the part limits texts and lists. */
function isAnswer(value: unknown): value is Answer {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value === 'number') return isShort(value);
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string' && isStorableText(one));
  return typeof value === 'boolean' || value === null;
}

function isShort(value: number): boolean {
  if (Math.abs(value) >= 10 ** maxDigits) return false;
  if (Number.isInteger(value)) return true;
  return Number(value.toPrecision(maxDigits)) === value && Number(value.toFixed(maxDigits)) === value;
}
