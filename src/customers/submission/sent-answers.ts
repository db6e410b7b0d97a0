import { isStorableText } from '../../platform/shapes/storable-text.ts';
import type { Answer, Answers } from './asked-questions.ts';

export const maxIdCharacters = 200;

interface SentAnswers {
  readonly answers: Answers;
  readonly isWhole: boolean;
}

/**
 * Returns the answers that can be stored: mostly the object that was sent. Checked by hand, because a schema's union and a
 * copy cost more than all else of a part. `Object.entries` and `fromEntries` keep `__proto__` an ordinary key.
 */
export function readAnswers(sent: unknown): SentAnswers {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return { answers: {}, isWhole: false };
  const isStorable = (id: string) => isId(id) && isAnswer((sent as Readonly<Record<string, unknown>>)[id]);
  if (Object.keys(sent).every(isStorable)) return { answers: sent as Answers, isWhole: true };
  return { answers: Object.fromEntries(Object.entries(sent).filter(([id]) => isStorable(id))), isWhole: false };
}

function isId(key: string): boolean {
  return key !== '' && key.length <= maxIdCharacters && isStorableText(key);
}

/** The size of the part limits texts and lists. */
function isAnswer(value: unknown): value is Answer {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string' && isStorableText(one));
  return typeof value === 'boolean' || value === null;
}
