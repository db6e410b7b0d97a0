import type { Catalogue, CatalogueQuestion } from '../../../client/src/commission-client.ts';
import { studioCatalogue } from './catalogue.ts';

/** Returns a question with everything that is not given. */
export const question = (parts: Partial<CatalogueQuestion> & Pick<CatalogueQuestion, 'id' | 'kind' | 'label'>) => ({
  hint: null,
  required: false,
  options: [],
  max: null,
  types: [],
  when: null,
  multiplies: false,
  ...parts,
});

const price = (amount: number, from = false) => ({ price: { amount, from, per: null } });
export const termsHash = { en: 'a'.repeat(64), de: 'b'.repeat(64) };
const [portrait, landscape] = studioCatalogue.types;
const [frame, express] = studioCatalogue.extras;
if (!portrait || !landscape || !frame || !express) throw new Error('The catalogue of the tests is another one');
const [head, full] = portrait.options;
if (!head || !full) throw new Error('The catalogue of the tests is another one');

/** One question of each kind. */
export const questions: readonly CatalogueQuestion[] = [
  question({
    id: 'figures',
    kind: 'number',
    label: { en: 'How many figures?', de: 'Wie viele Figuren?', ja: '何人描きますか？', ar: 'كم عدد الشخصيات؟' },
    hint: { en: 'The price is for each figure.', de: 'Der Preis gilt je Figur.' },
    types: ['portrait'],
    required: true,
    max: 12,
    multiplies: true,
  }),
  question({
    id: 'usage',
    kind: 'choice',
    label: {
      en: 'What will you use it for?',
      de: 'Wofür verwenden Sie es?',
      ja: '用途は何ですか？',
      ar: 'فيمَ ستستخدمه؟',
    },
    hint: { en: 'The licence depends on it.', de: 'Davon hängt die Lizenz ab.' },
    required: true,
    options: [
      { id: 'personal', name: { en: 'For myself', de: 'Für mich' } },
      { id: 'commercial', name: { en: 'For my business', de: 'Für mein Geschäft' } },
    ],
  }),
  question({
    id: 'product',
    kind: 'text',
    label: { en: 'What will you sell?', de: 'Was werden Sie verkaufen?' },
    required: true,
    when: { question: 'usage', is: 'commercial' },
  }),
  question({
    id: 'mood',
    kind: 'choices',
    label: { en: 'Which moods?', de: 'Welche Stimmungen?' },
    max: 2,
    options: [
      { id: 'calm', name: { en: 'Calm', de: 'Ruhig' } },
      { id: 'gay', name: { en: 'Cheerful', de: 'Heiter' } },
      { id: 'dark', name: { en: 'Dark', de: 'Düster' } },
    ],
  }),
  question({ id: 'story', kind: 'paragraph', label: { en: 'Tell their story', de: 'Erzählen Sie ihre Geschichte' } }),
  question({
    id: 'due',
    kind: 'date',
    label: { en: 'When do you need it?', de: 'Wann brauchen Sie es?' },
    hint: { en: 'If it is a present, say a day before.', de: 'Bei einem Geschenk einen Tag vorher.' },
  }),
  question({ id: 'public', kind: 'yes-no', label: { en: 'May I show it?', de: 'Darf ich es zeigen?' } }),
  question({ id: 'board', kind: 'link', label: { en: 'A link to references', de: 'Ein Link zu Vorlagen' } }),
];

/** A catalogue with everything that a studio can set. */
export const askingCatalogue: Catalogue = {
  ...studioCatalogue,
  revision: 7,
  types: [
    {
      ...portrait,
      ...price(12_000, true),
      options: [
        { ...head, ...price(0) },
        { ...full, ...price(6_000) },
      ],
    },
    { ...landscape, ...price(30_000) },
  ],
  extras: [
    { ...frame, ...price(8_550) },
    { ...express, percent: 25 },
  ],
  prices: { currency: 'EUR' },
  questions,
  terms: [
    {
      id: 'tos',
      title: { en: 'Terms of service', de: 'Geschäftsbedingungen' },
      text: {
        en: 'Half of the price is due before the sketch.\n\nTwo changes are free.',
        de: 'Die Hälfte ist vorab fällig.',
      },
      required: true,
      sha256: termsHash,
    },
  ],
  legal: {
    imprint: { en: 'Lindenhof Studio\nAm Hof 1, Bremen' },
    privacy: { en: 'https://example.org/privacy' },
    notice: null,
  },
  queue: { asksName: true },
};

/** Returns the document of a studio that has this catalogue: without members that the service adds. */
export function askingStudio(set: object): Catalogue {
  const { revision: _revision, terms = [], ...catalogue } = askingCatalogue;
  const written = terms.map(({ sha256: _sha256, ...one }) => one);
  const queue = { isShown: true, asksName: true };
  return { ...catalogue, terms: written, queue, ...set } as unknown as Catalogue;
}
