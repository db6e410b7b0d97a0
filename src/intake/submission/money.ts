import { currencyDigits, minorUnitsOf } from './currency-digits.ts';

/** Returns `12.50` of 1250 cents. @param amount In minor units: cents of euros, yen of yen. */
export function decimalText(amount: number, currency: string): string {
  return (amount / minorUnitsOf(currency)).toFixed(currencyDigits(currency));
}

/** Formats amounts in minor units of one currency, with the same digits wherever it runs. */
export function moneyIn(locale: string, currency: string) {
  const formatOf = (digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  const unit = minorUnitsOf(currency);
  const [whole, short] = [formatOf(currencyDigits(currency)), formatOf(0)];
  return {
    exact: (amount: number): string => whole.format(amount / unit),
    /** Leaves out zero cents. */
    short: (amount: number): string => (amount % unit === 0 ? short : whole).format(amount / unit),
  };
}
