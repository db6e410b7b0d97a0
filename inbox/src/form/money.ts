import { currencyDigits } from '../../../src/customers/submission/currencies.ts';

/** `12.50` becomes 1250. A comma may be the decimal mark. Returns null for what is no amount. */
export function minorUnits(text: string, currency: string): number | null {
  const digits = currencyDigits(currency);
  const [, whole = '', part = ''] = /^\s*(\d+)(?:[.,](\d*))?\s*$/.exec(text) ?? [];
  if (whole === '' || part.length > digits) return null;
  return Number(whole + part.padEnd(digits, '0'));
}

/** `1250` becomes `12.50`, to be edited. */
export function majorText(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  return (amount / 10 ** digits).toFixed(amount % 10 ** digits === 0 ? 0 : digits);
}
