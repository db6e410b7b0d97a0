import { type Answers, answerTo, askedQuestions, type ConditionalQuestion } from './asked-questions.ts';

/** In minor units of the studio's currency (S26). */
interface Price {
  readonly amount: number;
  /** The amount is the least that it costs. */
  readonly from: boolean;
}

interface PricedEntry {
  readonly id: string;
  readonly price?: Price | null | undefined;
}

interface PricedExtra extends PricedEntry {
  /** Of the base. */
  readonly percent?: number | null | undefined;
}

interface FactorQuestion extends ConditionalQuestion {
  readonly multiplies: boolean;
}

/** The priced entries of a catalogue. */
export interface PricedOffer {
  readonly types: readonly (PricedEntry & { readonly options: readonly PricedEntry[] })[];
  readonly extras: readonly PricedExtra[];
  readonly questions?: readonly FactorQuestion[] | undefined;
}

export interface PricedChoices {
  readonly typeId: string | null;
  readonly optionId: string | null;
  readonly extraIds: readonly string[];
  readonly answers: Answers;
}

/** One line of the sum. All amounts are the total. */
export interface EstimateLine {
  readonly kind: 'type' | 'option' | 'extra' | 'percent';
  readonly id: string;
  /** The line's amount: price times factors, or the share of the base. */
  readonly amount: number;
  /** Null of a share. */
  readonly price: number | null;
  /** The answers to the questions that multiply. */
  readonly factors: readonly number[];
  /** The per cent of the base, else null. */
  readonly rate: number | null;
  readonly from: boolean;
}

export interface Estimate {
  readonly lines: readonly EstimateLine[];
  /** In minor units. */
  readonly total: number;
  /** The total is the least that it costs. */
  readonly from: boolean;
}

/**
 * Returns the sum of the chosen entries: type and option, times the answers that multiply, and the extras, in the order of
 * the lists. Per cent are of the base, half up (S26). Null when no chosen entry has a price, or when the sum is too
 * large to be exact. Page, service and inbox get the same sum.
 */
export function estimateOf(offer: PricedOffer, chosen: PricedChoices): Estimate | null {
  const type = offer.types.find(({ id }) => id === chosen.typeId);
  const option = type?.options.find(({ id }) => id === chosen.optionId);
  const basis = multiplied(
    [...lineOf('type', type), ...lineOf('option', option)],
    factorsOf(offer.questions ?? [], chosen),
  );
  const base = sumOf(basis);
  const extras = chosenOf(offer.extras, chosen.extraIds).flatMap((extra) => extraLines(extra, base, basis.length > 0));
  const total = base + sumOf(extras);
  const lines = [...basis, ...extras];
  const isExact = Number.isSafeInteger(total) && lines.every(({ amount }) => Number.isSafeInteger(amount));
  return lines.length === 0 || !isExact ? null : { lines, total, from: lines.some(({ from }) => from) };
}

/** Returns the entries that are chosen. A stranger's list of ids may have 190,000. */
export function chosenOf<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  ids: readonly string[],
): readonly Entry[] {
  const offered = new Set(entries.map(({ id }) => id));
  const chosen = new Set(ids.filter((id) => offered.has(id)));
  return entries.filter(({ id }) => chosen.has(id));
}

function lineOf(kind: 'type' | 'option' | 'extra', entry: PricedEntry | undefined): readonly EstimateLine[] {
  if (!entry?.price) return [];
  const { amount, from } = entry.price;
  return [{ kind, id: entry.id, amount, price: amount, factors: [], rate: null, from }];
}

function extraLines(extra: PricedExtra, base: number, hasBase: boolean): readonly EstimateLine[] {
  const { id, percent: rate } = extra;
  if (!rate) return lineOf('extra', extra);
  if (!hasBase) return [];
  return [{ kind: 'percent', id, amount: percentOf(base, rate), price: null, factors: [], rate, from: false }];
}

function factorsOf(questions: readonly FactorQuestion[], { typeId, answers }: PricedChoices): readonly number[] {
  const counts = askedQuestions(questions, typeId, answers).filter(({ multiplies }) => multiplies);
  return counts.flatMap(({ id }) => {
    const factor = answerTo(answers, id);
    return typeof factor === 'number' && factor >= 0 && Number.isFinite(factor) ? [factor] : [];
  });
}

/** The sum is rounded, and each line gets the difference between the rounded sums after and before it. */
function multiplied(lines: readonly EstimateLine[], factors: readonly number[]): readonly EstimateLine[] {
  const sumTo = (end: number) => factors.reduce((sum, factor) => halfUp(sum * factor), sumOf(lines.slice(0, end)));
  return lines.map((line, index) => ({ ...line, amount: sumTo(index + 1) - sumTo(index), factors }));
}

const sumOf = (lines: readonly EstimateLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** Rounds half up, in whole numbers, which are exact for every exact base. */
function percentOf(base: number, rate: number): number {
  return Math.floor(base / 100) * rate + Math.floor(((base % 100) * rate + 50) / 100);
}

/** Without the error of binary fractions: 1.005 × 1000 is 1005. */
function halfUp(amount: number): number {
  return Math.floor(Number(amount.toPrecision(15)) + 0.5);
}
