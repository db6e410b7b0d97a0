import { describe, expect, it } from 'vitest';
import { catalogueOf } from '../../../../src/studio/document/offer.ts';
import { emptyStudio, studioSchema } from '../../../../src/studio/document/studio.ts';
import { previewCatalogue } from './preview-catalogue.ts';

const asSent = (value: unknown) => JSON.parse(JSON.stringify(value));
const unpriced = studioSchema.parse({ extras: [{ id: 'c', name: 'C', percent: 20 }] });
const full = studioSchema.parse({
  title: 'Studio',
  types: [
    {
      id: 'a',
      name: 'A',
      options: [
        { id: 'x', name: 'X', hidden: true },
        { id: 'y', name: 'Y' },
      ],
    },
    { id: 'b', name: 'B', hidden: true },
    { id: 'e', name: 'E', price: { amount: 100 } },
  ],
  extras: [{ id: 'c', name: 'C', hidden: true }],
  customCards: [{ id: 'd', name: 'D' }],
  theme: { accent: { light: '#2b5c77' } },
  questions: [
    { id: 'where', label: 'Where', kind: 'text' },
    { id: 'old', label: 'Old', kind: 'text', hidden: true },
  ],
  prices: { currency: 'EUR' },
  legal: { imprint: 'Us' },
  queue: { isShown: true },
});

describe('the catalogue of a draft', () => {
  it.each([
    ['an empty one', emptyStudio],
    ['one with everything', full],
    ['one with a price and no currency', unpriced],
  ])('is that which the service makes of %s', (_, document) => {
    expect(asSent(previewCatalogue(document))).toEqual(asSent(catalogueOf(document, null)));
  });
});
