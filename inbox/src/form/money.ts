/** How many digits of a currency are behind the decimal mark. */
export function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** `€ 12.50` @param amount In minor units. */
export function moneyText(amount: number, currency: string, region: string): string {
  return new Intl.NumberFormat(region, { style: 'currency', currency }).format(amount / 10 ** digitsOf(currency));
}

/** `12.50` becomes 1250. A comma may be the decimal mark. Returns null for what is no amount. */
export function minorUnits(text: string, currency: string): number | null {
  const digits = digitsOf(currency);
  const [, whole = '', part = ''] = /^\s*(\d+)(?:[.,](\d*))?\s*$/.exec(text) ?? [];
  if (whole === '' || part.length > digits) return null;
  return Number(whole + part.padEnd(digits, '0'));
}

/** `1250` becomes `12.50`, to be edited. */
export function majorText(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toFixed(amount % 10 ** digits === 0 ? 0 : digits);
}
