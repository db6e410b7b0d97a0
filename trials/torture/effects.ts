import { DatabaseError } from 'pg';

export type Part = 'database' | 'objects';

/** What befalls one call. */
export interface Effect {
  /** Whether the store does what it was asked, and when. */
  readonly carriedOut: 'now' | 'never' | Landing;
  /** What the caller hears of it. */
  readonly told: 'outcome' | 'refusal' | 'reset' | 'unreachable' | 'nothing';
  readonly afterwards?: 'the store is away' | 'the process dies';
}

/** When a call that its caller has given up reaches the store. Schedules in random order decide it by their dice. */
export type Landing = 'after the next call' | 'after the answers' | 'after a sweep';

export const landings: readonly Landing[] = ['after the next call', 'after the answers', 'after a sweep'];

export const untroubled: Effect = { carriedOut: 'now', told: 'outcome' };
export const unreachable: Effect = { carriedOut: 'never', told: 'unreachable' };

const away = 'the store is away';
const dies = 'the process dies';

export const effects = {
  refused: { carriedOut: 'never', told: 'refusal' },
  unsent: { carriedOut: 'never', told: 'reset' },
  hang: { carriedOut: 'never', told: 'nothing' },
  'answer-lost': { carriedOut: 'now', told: 'reset' },
  'done-in-silence': { carriedOut: 'now', told: 'nothing' },
  'late-by-a-call': { carriedOut: 'after the next call', told: 'reset' },
  late: { carriedOut: 'after the answers', told: 'reset' },
  'late-by-a-sweep': { carriedOut: 'after a sweep', told: 'reset' },
  'late-in-silence': { carriedOut: 'after a sweep', told: 'nothing' },
  'away-before': { carriedOut: 'never', told: 'reset', afterwards: away },
  'away-after': { carriedOut: 'now', told: 'reset', afterwards: away },
  'crash-before': { carriedOut: 'never', told: 'nothing', afterwards: dies },
  'crash-after': { carriedOut: 'now', told: 'nothing', afterwards: dies },
  'crash-late': { carriedOut: 'after a sweep', told: 'nothing', afterwards: dies },
} satisfies Readonly<Record<string, Effect>>;

export type EffectName = keyof typeof effects;

export const effectNames = Object.keys(effects) as readonly EffectName[];

/** The error a caller gets, as the parts themselves would raise it. */
export function errorOf(told: 'refusal' | 'reset' | 'unreachable', part: Part): Error {
  if (told === 'reset') return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  if (told === 'unreachable') return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  if (part === 'objects') return Object.assign(new Error('Access denied'), { status: 403 });
  return Object.assign(new DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' });
}
