import { exactNumber, numbersIn } from '../../../page-kit/language/typed-number.ts';
import { currencyDigits, minorUnitsOf } from '../../../src/intake/submission/money.ts';

/** Returns the amounts that a typed text can mean in the reader's language, in minor units. An unclear text has none. */
export function amountsIn(text: string, currency: string, region: string): readonly number[] {
  const numbers = numbersIn(text, region);
  // Three digits may be a fraction or thousands. The mark other than the one of thousands precedes a fraction.
  const meant = currencyDigits(currency) === 3 ? numbers.slice(-1) : numbers;
  const amounts = meant.map((number) => Number((number * minorUnitsOf(currency)).toPrecision(15)));
  return amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0) ? amounts : [];
}

/** `1250` becomes `12.50`, as people of this language write it, to be edited. */
export function majorText(amount: number, currency: string, region: string): string {
  const unit = minorUnitsOf(currency);
  return exactNumber(amount / unit, region, {
    numberingSystem: 'latn',
    useGrouping: false,
    minimumFractionDigits: amount % unit === 0 ? 0 : currencyDigits(currency),
  });
}
