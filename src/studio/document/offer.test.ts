import { describe, expect, it } from 'vitest';
import { emptyCatalogue } from '../catalogue/catalogue.ts';
import { effectiveStudio } from './offer.ts';
import { catalogueOf, noOfferedPictures } from './offered-catalogue.ts';
import { emptyStudio, type Studio, studioSchema } from './studio.ts';
import { versionsOf } from './terms-version.ts';

const unpublished = { revision: null, pictures: noOfferedPictures, versionsOf };
const studioOf = (given: object): Studio => studioSchema.parse(given);

describe('the offer of a studio', () => {
  it('is the catalogue of before, byte for byte, without a setting', () => {
    expect(JSON.stringify(catalogueOf(emptyStudio, unpublished))).toBe(JSON.stringify(emptyCatalogue));
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
    const catalogue = catalogueOf(studioOf({ types, theme: { scheme: 'dark' } }), { ...unpublished, revision: 3 });
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

describe('the catalogue of a studio', () => {
  const asking = (given: object) => catalogueOf(studioOf(given), unpublished);
  const size = { id: 'size', label: 'How large?', kind: 'choice', options: [{ id: 'a4', name: 'A4' }] };

  it('lacks hidden questions, and those that depend on them', () => {
    const frame = { id: 'frame', label: 'Framed?', kind: 'yes-no', when: { question: 'size', is: 'a4' } };
    const why = { id: 'why', label: 'Why?', kind: 'text' };
    expect(asking({ questions: [size, frame] }).questions?.map(({ id }) => id)).toEqual(['size', 'frame']);
    expect(asking({ questions: [{ ...size, hidden: true }, frame, why] }).questions).toEqual([
      {
        id: 'why',
        label: { en: 'Why?' },
        hint: null,
        kind: 'text',
        required: false,
        options: [],
        max: null,
        types: [],
        when: null,
        multiplies: false,
      },
    ]);
    expect(asking({ questions: [{ ...size, hidden: true }, frame] })).not.toHaveProperty('questions');
  });

  it('names the version of each text of its terms, and one blank makes another', () => {
    const versions = (text: object) => asking({ terms: [{ id: 'use', title: 'Use', text }] }).terms?.[0]?.sha256;
    expect(versions({ en: 'abc', de: 'abc ' })).toEqual({
      en: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      de: '5488613c42b0d34d60f7aa9e94be317a3ee102a2bbd91ccc73cc79fbc2269955',
    });
  });

  it('has prices only with a currency', () => {
    const type = { id: 'bust', name: 'Bust', price: { amount: 0 }, options: [{ id: 'ink', name: 'Ink' }] };
    const given = { types: [type], extras: [{ id: 'rush', name: 'Rush', percent: 50 }] };
    expect(JSON.stringify(asking(given))).not.toMatch(/price|percent/);
    const { types, extras, prices } = asking({ ...given, prices: { currency: 'JPY' } });
    expect(prices).toEqual({ currency: 'JPY' });
    expect(types[0]).toMatchObject({ price: { amount: 0, from: false, per: null } });
    expect(types[0]?.options[0]).not.toHaveProperty('price');
    expect(extras).toEqual([{ id: 'rush', name: { en: 'Rush' }, description: null, percent: 50 }]);
  });

  it('has the legal texts once there is one', () => {
    expect(asking({ legal: { privacy: 'https://example.org/privacy' } }).legal).toEqual({
      imprint: null,
      privacy: { en: 'https://example.org/privacy' },
      notice: null,
    });
  });
});

describe('a file on the server', () => {
  it('wins with its keys over the published studio', () => {
    const published = {
      revision: 1,
      studio: studioOf({ title: 'Published', contact: 'a@example.org', extras: [{ id: 'x', name: 'X' }] }),
    };
    const file = { studio: studioOf({ title: 'File', extras: [] }), keys: ['title', 'extras'] as const };
    expect(effectiveStudio(file, published)).toEqual(studioOf({ title: 'File', contact: 'a@example.org' }));
    expect(effectiveStudio(file, null)).toEqual(studioOf({ title: 'File' }));
    expect(effectiveStudio(null, published)).toBe(published.studio);
  });
});
