/** Digits behind the decimal mark, by ISO 4217. ICU has others, and they differ between browsers and versions of Node.js. */
const unusualDigits: Readonly<Record<string, number>> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0 },
  ...{ UGX: 0, UYI: 0, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0 },
  ...{ BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3 },
  ...{ CLF: 4, UYW: 4 },
};

/** Two for a code that ISO 4217 does not have. */
export const currencyDigits = (currency: string): number => unusualDigits[currency] ?? 2;

/** How many minor units are one of the currency: 100 cents are a euro. */
export const minorUnitsOf = (currency: string): number => 10 ** currencyDigits(currency);

/** Returns `12.50` of 1250 cents. @param amount In minor units: cents of euros, yen of yen. */
export function decimalText(amount: number, currency: string, digits = currencyDigits(currency)): string {
  return (amount / 10 ** digits).toFixed(digits);
}

/** Formats amounts in minor units of one currency, with the same digits wherever it runs. */
export function moneyIn(locale: string, currency: string, digits = currencyDigits(currency)) {
  const formatOf = (shown: number) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: shown,
      maximumFractionDigits: shown,
    });
  const unit = 10 ** digits;
  const [whole, short] = [formatOf(digits), formatOf(0)];
  return {
    /** Leaves out zero cents. */
    short: (amount: number): string => (amount % unit === 0 ? short : whole).format(amount / unit),
    /** Without cents, for sums that are not exact. */
    rounded: (amount: number): string => short.format(Math.round(amount / unit)),
  };
}

/** The two sums of a stored request, in minor units. The currency of the shown one is absent where it is the same. */
interface StoredSums {
  readonly own: number | null;
  readonly shown: number | null;
  readonly currency: string;
  readonly shownCurrency?: string | undefined;
}

/** Returns the sum by the studio's prices, else the sum that the form claims to have shown, which a program may invent. */
export function trustedSum({ own, shown, currency, shownCurrency = currency }: StoredSums) {
  if (own !== null) return { amount: own, currency };
  return shown === null ? null : { amount: shown, currency: shownCurrency };
}
