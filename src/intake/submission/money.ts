import { currencyDigits } from './currency-digits.ts';

/** Returns `12.50` of 1250 cents. @param amount In minor units: cents of euros, yen of yen. */
export function decimalText(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
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
  const digits = currencyDigits(currency);
  const unit = 10 ** digits;
  const [whole, short] = [formatOf(digits), formatOf(0)];
  return {
    exact: (amount: number): string => whole.format(amount / unit),
    /** Without cents where there are none. */
    short: (amount: number): string => (amount % unit === 0 ? short : whole).format(amount / unit),
  };
}
