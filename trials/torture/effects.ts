import { DatabaseError } from 'pg';

export type Part = 'database' | 'objects';

/** The fault of one call. */
export interface Effect {
  /** Whether and when the store executes the call. */
  readonly carriedOut: 'now' | 'never' | Landing;
  /** The response that the caller receives. */
  readonly response: 'outcome' | 'refusal' | 'reset' | 'unreachable' | 'nothing';
  readonly afterwards?: 'the store is away' | 'the process dies';
}

/** When an abandoned call reaches the store. In schedules in random order, random numbers decide this. */
export type Landing = 'after the next call' | 'after the responses' | 'after a sweep';

export const faultless: Effect = { carriedOut: 'now', response: 'outcome' };
export const unreachable: Effect = { carriedOut: 'never', response: 'unreachable' };

const away = 'the store is away';
const dies = 'the process dies';

export const effects = {
  refused: { carriedOut: 'never', response: 'refusal' },
  unsent: { carriedOut: 'never', response: 'reset' },
  hang: { carriedOut: 'never', response: 'nothing' },
  'response-lost': { carriedOut: 'now', response: 'reset' },
  'done-in-silence': { carriedOut: 'now', response: 'nothing' },
  'late-by-a-call': { carriedOut: 'after the next call', response: 'reset' },
  late: { carriedOut: 'after the responses', response: 'reset' },
  'late-by-a-sweep': { carriedOut: 'after a sweep', response: 'reset' },
  'late-in-silence': { carriedOut: 'after a sweep', response: 'nothing' },
  'away-before': { carriedOut: 'never', response: 'reset', afterwards: away },
  'away-after': { carriedOut: 'now', response: 'reset', afterwards: away },
  'crash-before': { carriedOut: 'never', response: 'nothing', afterwards: dies },
  'crash-after': { carriedOut: 'now', response: 'nothing', afterwards: dies },
  'crash-late': { carriedOut: 'after a sweep', response: 'nothing', afterwards: dies },
} satisfies Readonly<Record<string, Effect>>;

export type EffectName = keyof typeof effects;

export const effectNames = Object.keys(effects) as readonly EffectName[];

/** Returns the caller's error, as the real database or object store would raise it. */
export function errorOf(response: 'refusal' | 'reset' | 'unreachable', part: Part): Error {
  if (response === 'reset') return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  if (response === 'unreachable') return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  if (part === 'objects') return Object.assign(new Error('Access denied'), { status: 403 });
  return Object.assign(new DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' });
}
