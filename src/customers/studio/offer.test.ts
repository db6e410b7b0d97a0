import { describe, expect, it } from 'vitest';
import { emptyCatalogue } from '../catalogue/catalogue.ts';
import { catalogueOf, studioThatHolds } from './offer.ts';
import { emptyStudio, type Studio, studioSchema } from './studio.ts';

const studioOf = (given: object): Studio => studioSchema.parse(given);

describe('what a studio offers', () => {
  it('is the catalogue of before, byte for byte, while nothing is set', () => {
    expect(JSON.stringify(catalogueOf(emptyStudio, null))).toBe(JSON.stringify(emptyCatalogue));
  });

  it('has no hidden entry, and the revision and theme that are set', () => {
    const options = [
      { id: 'ink', name: 'Ink' },
      { id: 'oil', name: 'Oil', hidden: true },
    ];
    const types = [
      { id: 'bust', name: 'Bust', options },
      { id: 'old', name: 'Old', hidden: true },
    ];
    const catalogue = catalogueOf(studioOf({ types, theme: { scheme: 'dark' } }), 3);
    expect(catalogue).toMatchObject({ revision: 3, theme: { scheme: 'dark', typeface: 'system' } });
    expect(catalogue.types).toEqual([
      {
        id: 'bust',
        name: { en: 'Bust' },
        description: null,
        options: [{ id: 'ink', name: { en: 'Ink' }, description: null }],
      },
    ]);
  });
});

describe('a file on the server', () => {
  it('wins by the keys that it has, also over what it contradicts', () => {
    const published = {
      revision: 1,
      studio: studioOf({ title: 'Published', contact: 'a@example.org', extras: [{ id: 'x', name: 'X' }] }),
    };
    const file = { studio: studioOf({ title: 'File', extras: [] }), keys: ['title', 'extras'] as const };
    expect(studioThatHolds(file, published)).toEqual(studioOf({ title: 'File', contact: 'a@example.org' }));
    expect(studioThatHolds(file, null)).toEqual(studioOf({ title: 'File' }));
    expect(studioThatHolds(null, published)).toBe(published.studio);
  });
});
