/** Digits that JavaScript and PostgreSQL keep alike, and the most of an answer that the service stores (S2). */
const maxDigits = 15;
/** A longer text is no number, and is not searched. */
const maxCharacters = 50;

/** The zeros of Arabic, Persian, Devanagari, Bengali and Thai digits. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

/**
 * Returns the numbers that a typed text can mean: none when it is no number, one when it is clear, and two when its mark may
 * stand before a fraction or between thousands: 1.500. Only the mark that the reader's language puts between thousands is
 * clear there.
 * @param region Tag of the language in which the text is read.
 */
export function numbersIn(text: string, region: string): readonly number[] {
  if (text.length > maxCharacters) return [];
  const [, sign, digits = ''] = /^([+-]?)(.*)$/.exec(plainText(text)) ?? [];
  return readingsOf(digits, region).flatMap((reading) => {
    const value = Number(reading);
    const hasRoom = reading.replace('.', '').replace(/^0+/, '').length <= maxDigits;
    if (!hasRoom || Number(value.toFixed(maxDigits)) !== value) return [];
    return [sign === '-' && value !== 0 ? -value : value];
  });
}

/** Returns a number with all its digits, as people of this language write it. */
export function exactNumber(value: number, region: string, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(region, { maximumFractionDigits: maxDigits, ...options }).format(value);
}

/** Western digits, one kind of blank, of minus and of apostrophe, and no marks of direction. */
function plainText(text: string): string {
  return text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(/\p{Nd}/gu, westernDigit)
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/،/g, ',')
    .replace(/\s/g, ' ')
    .trim();
}

function westernDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? character : String(code - zero);
}

/** Returns the digits with a point before the fraction, once for each reading. */
function readingsOf(text: string, region: string): readonly string[] {
  const [, whole = '', last = '', fraction = ''] = /^(.*?)(?:([.,٫])(\d+))?$/.exec(text) ?? [];
  const [mark, ...others] = new Set(whole.replace(/\d/g, ''));
  if (others.length > 0 || (mark !== undefined && !"., '٬".includes(mark))) return [];
  const withFraction = (digits: string) => (last === '' ? digits : `${digits || '0'}.${fraction}`);
  if (mark !== undefined) {
    const part = mark === last ? text : whole;
    if (!isGrouped(part, mark)) return [];
    const digits = part.replaceAll(mark, '');
    return [mark === last ? digits : withFraction(digits)];
  }
  if (text === '') return [];
  if (last === '' || last === '٫' || !isGrouped(text, last)) return [withFraction(whole)];
  const thousands = whole + fraction;
  return last === groupMark(region) ? [thousands] : [thousands, withFraction(whole)];
}

/** The first group does not begin with a zero. Hindi writes 12,34,567. */
function isGrouped(text: string, mark: string): boolean {
  return new RegExp(`^[1-9]\\d{0,2}(?:[${mark}]\\d{2,3})*[${mark}]\\d{3}$`).test(text);
}

function groupMark(region: string): string | undefined {
  // Spanish and Polish begin with numbers of five digits.
  const parts = new Intl.NumberFormat(region).formatToParts(12_345);
  return parts.find(({ type }) => type === 'group')?.value;
}
