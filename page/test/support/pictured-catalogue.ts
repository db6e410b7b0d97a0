import type { Catalogue, Opening } from '../../../client/src/commission-client.ts';
import { question } from './asking-catalogue.ts';

const euros = (whole: number, from = false) => ({ amount: whole * 100, from, per: null });
const pictures = (count: number) =>
  Array.from({ length: count }, () => ({
    url: 'pictures/small',
    largeUrl: 'pictures/large',
    width: 640,
    height: 800,
    alt: null,
  }));
const options = (prices: Readonly<Record<string, number>>) =>
  Object.entries(prices).map(([name, price]) => ({
    id: name,
    name: { en: name },
    description: null,
    price: euros(price),
  }));
const choices = (...names: string[]) => names.map((name) => ({ id: name, name: { en: name } }));
const terms = (id: string, title: string) => ({
  id,
  title: { en: title },
  text: { en: 'Half of the price is due before the sketch.' },
  required: true,
  sha256: { en: id.repeat(64) },
});

const opening: Opening = {
  state: 'open',
  reason: null,
  opensAt: null,
  closesAt: '2099-12-20T17:00:00.000Z',
  timeZone: 'UTC',
  message: null,
  types: [
    { id: 'character', state: 'open', left: 10 },
    { id: 'emotes', state: 'open', left: 10 },
    { id: 'pet', state: 'open', left: 10 },
    { id: 'cover', state: 'open', left: 2 },
    { id: 'landscape', state: 'open', left: 10 },
  ],
};

/** The offer of an illustrator: five types with pictures, four extras, six questions, two terms. */
export const picturedCatalogue: Catalogue = {
  title: { en: 'Inkwell & Fox', de: 'Inkwell & Fox' },
  introduction: { en: 'Character art, pet portraits and book covers. You will have an answer within a week.' },
  afterwards: null,
  contact: 'hello@example.org',
  labels: { type: null, option: null, extras: null, customCard: null },
  types: [
    {
      id: 'character',
      name: { en: 'Character illustration', de: 'Figur' },
      description: { en: 'Your own character, with a simple background.' },
      options: options({ Bust: 120, 'Half body': 190, 'Full body': 260 }),
      pictures: pictures(3),
    },
    {
      id: 'emotes',
      name: { en: 'Emotes', de: 'Emotes' },
      description: { en: 'For streams, in three sizes.' },
      options: [],
      price: euros(30),
      pictures: pictures(2),
    },
    {
      id: 'pet',
      name: { en: 'Pet portrait', de: 'Tierporträt' },
      description: { en: 'Oil on wood, from your photos.' },
      options: options({ Small: 90 }),
      pictures: pictures(3),
    },
    {
      id: 'cover',
      name: { en: 'Book cover', de: 'Umschlag' },
      description: { en: 'Print-ready, with lettering.' },
      options: [],
      price: euros(650, true),
      pictures: pictures(2),
    },
    {
      id: 'landscape',
      name: { en: 'Landscape', de: 'Landschaft' },
      description: { en: 'Oil on canvas.' },
      options: [],
      price: euros(320),
      pictures: pictures(1),
    },
  ],
  extras: [
    { id: 'second', name: { en: 'Second character' }, description: { en: 'In the same picture.' }, percent: 60 },
    { id: 'ground', name: { en: 'Detailed background' }, description: null, price: euros(80) },
    { id: 'rush', name: { en: 'Rush: within two weeks' }, description: { en: 'If there is time.' }, percent: 30 },
    { id: 'licence', name: { en: 'Commercial licence' }, description: { en: 'For what you sell.' }, percent: 100 },
  ],
  customCards: [],
  questions: [
    question({ id: 'count', kind: 'number', label: 'How many emotes?', types: ['emotes'], multiplies: true }),
    question({
      id: 'use',
      kind: 'choice',
      label: 'What will you use it for?',
      options: choices('For myself', 'For my business', 'I am not sure'),
    }),
    question({
      id: 'show',
      kind: 'choice',
      label: 'May I show it?',
      options: choices('Yes', 'No', 'Yes, after a date that I name in the message'),
    }),
    question({ id: 'due', kind: 'date', label: 'When do you need it?' }),
    question({ id: 'gift', kind: 'yes-no', label: 'Is it a gift?' }),
    question({ id: 'card', kind: 'text', label: 'Which name is on the card?', when: { question: 'gift', is: true } }),
  ],
  terms: [terms('a', 'Terms of the studio'), terms('b', 'Licence for personal use')],
  prices: { currency: 'EUR' },
  legal: { imprint: { en: 'Mara Fox, Hamburg' }, privacy: null, notice: null },
  queue: { asksName: true },
  opening,
  revision: 3,
};
