import { describe, expect, it } from 'vitest';
import { readStoredStudio } from './stored-studio.ts';
import { emptyStudio, studioSchema } from './studio.ts';

const bust = { id: 'bust', name: 'Bust' };

describe('a stored document', () => {
  it('is read whole by the version that stored it', () => {
    const studio = studioSchema.parse({ title: 'Lindenhof', types: [bust], theme: { accent: { light: '#2b5c77' } } });
    expect(readStoredStudio(JSON.parse(JSON.stringify(studio)))).toEqual({ studio, ignored: [] });
  });

  it('loses only the parts that an earlier version does not know', () => {
    const { studio, ignored } = readStoredStudio({
      title: { en: 'Lindenhof' },
      holidays: [{ from: '2027-08-01' }],
      types: [{ ...bust, fee: 3 }, { id: 'head' }, { id: 'hand', name: 'Hand' }],
      theme: { scheme: 'sepia', typeface: 'serif', stars: true },
    });
    expect(studio).toEqual(
      studioSchema.parse({
        title: 'Lindenhof',
        types: [bust, { id: 'hand', name: 'Hand' }],
        theme: { typeface: 'serif' },
      }),
    );
    expect([...ignored].sort()).toEqual([
      '`holidays` is no key of a catalogue',
      '`theme.scheme` must be one of "both", "light", "dark"',
      '`theme.stars` is no key of a catalogue',
      '`types[0].fee` is no key of a catalogue',
      '`types[1].name` is missing',
    ]);
  });

  it.each([[null], ['text'], [[]], [3]])('is empty when it is no object: %o', (document) => {
    expect(readStoredStudio(document)).toEqual({ studio: emptyStudio, ignored: ['the document must be an object'] });
  });
});
