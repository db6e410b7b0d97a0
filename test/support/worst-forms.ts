import { maxCommissionFormBytes } from '../../src/intake/submission/limits.ts';

/** Returns the texts around as many pieces as a part `commission-form` has room for. */
function filled(before: string, piece: (index: number) => string, after: string, separator = ','): string {
  const pieces: string[] = [];
  let bytes = Buffer.byteLength(before + after);
  for (let index = 0; ; index += 1) {
    const next = piece(index);
    bytes += Buffer.byteLength(next + separator);
    if (bytes > maxCommissionFormBytes) return before + pieces.join(separator) + after;
    pieces.push(next);
  }
}

const answers = (piece: (index: number) => string) => filled('{"answers":{', piece, '}}');
const list = (piece: (index: number) => string) => filled('{"answers":{"list":[', piece, ']}}');
const text = (piece: string) => filled('{"answers":{"text":"', () => piece, '"}}', '');

/** The studio that asks for the answers below, and by which they cost the most to read. */
export const worstStudio = {
  questions: [
    { id: 'text', label: 'Text?', kind: 'paragraph', required: true, max: 1_000_000 },
    {
      id: 'list',
      label: 'List?',
      kind: 'choices',
      required: true,
      options: ['a', ...Array.from({ length: 499 }, (_, index) => `option ${index}`)].map((id) => ({ id, name: id })),
    },
    ...Array.from({ length: 38 }, (_, index) => ({
      id: `number ${index}`,
      label: 'Number?',
      kind: 'number',
      multiplies: true,
      when: { question: 'list', is: 'option 498' },
    })),
  ],
  terms: Array.from({ length: 20 }, (_, index) => ({
    id: `term ${index}`,
    title: 'Terms',
    required: true,
    text: Object.fromEntries(['en', 'de', 'fr'].map((language) => [language, `${language} ${index} `.repeat(1500)])),
  })),
  extras: Array.from({ length: 500 }, (_, index) => ({
    id: `extra ${index}`,
    name: 'Extra',
    price: { amount: 100, from: false },
  })),
  prices: { currency: 'EUR' },
  types: [{ id: 'bust', name: 'Bust', price: { amount: 1000, from: false } }],
};

const agreement = JSON.stringify({ id: 'term 19', sha256: 'a'.repeat(64), language: 'en' });

/** The parts `commission-form` that cost the most, as JSON. */
export const worstForms: Readonly<Record<string, string>> = {
  'made-up answers': answers((index) => `"made-up ${index}":"${'x'.repeat(30)}"`),
  'short made-up answers': answers((index) => `"${index.toString(36)}":1`),
  agreements: filled('{"terms":[', () => agreement, ']}'),
  'zeros for agreements': filled('{"terms":[', () => '0', ']}'),
  'one long answer': text('abcdefghi '),
  'one long answer in Japanese': text('青い背景に猫を'),
  'one long answer of many words': filled('{"answers":{"text":"', (index) => index.toString(36), '"}}', ' '),
  'an answer of marks': text('\u0f71\u0f72\u0f74'),
  'an answer of escapes': text('\\u0001'),
  'an answer of quotes': text('\\"'),
  'a list of 40,000 texts': list((index) => `"${index.toString(36)}"`),
  // V8 shares shorter texts, and keeps two bytes for each character of these.
  'a list of texts of eleven letters': list((index) => `"Ł${String(index).padStart(10)}"`),
  'a list of one option': list(() => '"a"'),
  'numbers of 300 digits': answers((index) => `"${index}":${'9'.repeat(300)}`),
  'lists in lists': `{"answers":{"list":${'['.repeat(131_000)}${']'.repeat(131_000)}}}`,
};
