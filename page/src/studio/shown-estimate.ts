import type { Catalogue } from '../../../client/src/commission-client.ts';
import { exactNumber } from '../../../page-kit/language/typed-number.ts';
import { type Estimate, type EstimateLine, estimateOf } from '../../../src/intake/submission/estimate.ts';
import type { Draft } from '../draft/draft.ts';
import type { LaterTranslator } from '../language/translator-context.ts';
import { sentAnswers } from './answers.ts';
import { type Money, moneyOf } from './money.ts';

/** An estimate as it is shown. */
interface ShownEstimate {
  readonly lines: readonly { readonly name: string; readonly amount: string }[];
  readonly total: string;
}

/** Returns the sum of the choices, or null without a choice that has a price. */
/** @param region Tag of the language in which numbers are read. */
export function draftEstimate(catalogue: Catalogue, draft: Draft, region: string): Estimate | null {
  if (catalogue.prices === undefined) return null;
  const { questions = [] } = catalogue;
  return estimateOf(catalogue, { ...draft, answers: sentAnswers(questions, draft.answers, region) });
}

export function shownEstimate(catalogue: Catalogue, draft: Draft, translator: LaterTranslator): ShownEstimate | null {
  const estimate = draftEstimate(catalogue, draft, translator.region);
  if (estimate === null || catalogue.prices === undefined) return null;
  const money = moneyOf(translator, catalogue.prices.currency);
  const least = (amount: number, from: boolean) =>
    from ? translator.text('priceFrom', { price: money.short(amount) }) : money.short(amount);
  return {
    lines: estimate.lines.map((line) => ({
      name: lineName(catalogue, line, translator, money),
      amount: least(line.amount, line.from),
    })),
    total: least(estimate.total, estimate.from),
  };
}

function lineName(catalogue: Catalogue, line: EstimateLine, translator: LaterTranslator, money: Money): string {
  const { kind, id, price, factors, rate } = line;
  const name = nameOf(catalogue, line);
  const words = name === undefined ? id : translator.ofCatalogue(name);
  if (price !== null && factors.length > 0) {
    const factor = factors.map((one) => exactNumber(one, translator.region)).join(' × ');
    return translator.text('estimateTimes', { name: words, factor, price: money.short(price) });
  }
  if (kind !== 'percent') return words;
  const percent = new Intl.NumberFormat(translator.region, { style: 'percent' }).format((rate ?? 0) / 100);
  return `${words} (${translator.text('percentOfBase', { percent })})`;
}

function nameOf({ types, extras }: Catalogue, { kind, id }: EstimateLine) {
  switch (kind) {
    case 'type':
      return types.find((type) => type.id === id)?.name;
    case 'option':
      return types.flatMap(({ options }) => options).find((option) => option.id === id)?.name;
    default:
      return extras.find((extra) => extra.id === id)?.name;
  }
}
