/** Formats an amount in minor units, such as cents of euros. An unknown currency is shown by its code. */
export function moneyText(region: string, amount: number, currency: string): string {
  try {
    const format = new Intl.NumberFormat(region, { style: 'currency', currency });
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  } catch {
    return `${amount} ${currency}`;
  }
}
