import { z } from 'zod';
import { estimateOf } from '../../intake/submission/estimate.ts';
import { decimalText } from '../../intake/submission/money.ts';
import { named } from '../../platform/shapes/values.ts';
import type { AskingStudio } from '../../studio/revisions/studio-history.ts';
import type { Facet, FactsOf, Line } from '../facet/facet.ts';
import type { StoredRequest } from '../facet/stored-request.ts';

const minorUnits = z.int().nullable();

const estimateShape = named(
  'RequestEstimate',
  z.object({
    shown: minorUnits.describe('The sum that the customer saw, in minor units, or null'),
    own: minorUnits.describe("The service's own sum, or null when nothing that was chosen has a price"),
    currency: z.string(),
    shownCurrency: z.string().optional().describe('Only when the customer was shown another currency'),
    differs: z.boolean().describe('Whether the customer was shown another sum'),
  }),
);

const shape = { estimate: estimateShape.optional() };

type Facts = FactsOf<typeof shape>;

/** Leaves an estimate out if it may depend on a value that a list has cut. */
function factsOf({ form, isCut, ...request }: StoredRequest, studio: AskingStudio | null): Facts {
  if (studio === null || isCut || (form !== null && 'isCut' in form)) return {};
  const shown = form?.estimate;
  const estimate = studio.prices && estimateOf(studio, { ...request, answers: form?.answers ?? {} });
  const own = estimate?.total ?? null;
  const currency = studio.prices?.currency ?? shown?.currency;
  if (currency === undefined || (own === null && shown === undefined)) return {};
  const isOther = shown !== undefined && shown.currency !== currency;
  return {
    estimate: {
      shown: shown?.amount ?? null,
      own,
      currency,
      ...(isOther && { shownCurrency: shown.currency }),
      differs: isOther || (shown !== undefined && shown.amount !== own),
    },
  };
}

function lines({ estimate }: Facts): readonly Line[] {
  if (estimate === undefined) return [];
  const { shown, own, currency, shownCurrency = currency, differs } = estimate;
  const textOf = (amount: number | null, code: string) =>
    amount === null ? 'none' : `${decimalText(amount, code)} ${code}`;
  const sums = `${textOf(shown, shownCurrency)} was shown, ${textOf(own, currency)} is the service's own sum`;
  return [['Estimate', differs ? `${sums}: they differ` : sums]];
}

/** `12.50` of 1250 cents, so that a spreadsheet can add it up. Empty without an amount. */
function amountCell(amount: number | null, currency: string): string {
  return amount === null ? '' : decimalText(amount, currency);
}

function shownCell({ shown, currency, shownCurrency }: NonNullable<Facts['estimate']>): string {
  const amount = amountCell(shown, shownCurrency ?? currency);
  return shownCurrency === undefined || amount === '' ? amount : `${amount} ${shownCurrency}`;
}

/** The sum that the customer saw, and the sum by the service. */
export const estimate = {
  shape,
  columns: {},
  factsOf,
  lines,
  cells: {
    estimateShown: ({ estimate }) => (estimate ? shownCell(estimate) : ''),
    estimateOwn: ({ estimate }) => (estimate ? amountCell(estimate.own, estimate.currency) : ''),
    currency: ({ estimate }) => estimate?.currency ?? '',
  },
  mailed: { estimate: (row: StoredRequest, studio: AskingStudio | null) => factsOf(row, studio).estimate ?? null },
} satisfies Facet<object, Facts>;
