import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CatalogueError, readCatalogue } from './read-catalogue.ts';

function faultsOf(value: unknown): readonly string[] {
  try {
    readCatalogue(typeof value === 'string' ? value : JSON.stringify(value));
  } catch (error) {
    if (error instanceof CatalogueError) return error.faults;
    throw error;
  }
  return [];
}

describe('readCatalogue', () => {
  it('fills in what is absent', () => {
    expect(readCatalogue('{"types":[{"id":"bust","name":"Bust"}]}')).toEqual({
      title: null,
      introduction: null,
      types: [{ id: 'bust', name: { en: 'Bust' }, description: null, options: [] }],
      extras: [],
      customCards: [],
    });
  });

  it('reads the example', () => {
    const example = readFileSync(new URL('../../examples/catalogue.json', import.meta.url), 'utf8');
    expect(readCatalogue(example).types.map(({ id }) => id)).toEqual(['portrait', 'landscape']);
  });

  it('reads texts in several languages', () => {
    const name = { en: 'Background', de: 'Hintergrund', 'pt-BR': 'Fundo' };
    expect(readCatalogue(JSON.stringify({ extras: [{ id: 'background', name }] })).extras[0]?.name).toEqual(name);
  });

  it('ignores a byte order mark', () => {
    expect(readCatalogue('\uFEFF{}').types).toEqual([]);
  });

  it('lets options of different types share an id', () => {
    const options = [{ id: 'colour', name: 'Colour' }];
    const types = ['bust', 'full-body'].map((id) => ({ id, name: id, options }));
    expect(faultsOf({ types })).toEqual([]);
  });

  it('names every fault at once, each with its place', () => {
    const faults = faultsOf({
      titel: 'Portraits',
      title: 'x'.repeat(201),
      types: [
        { id: '', name: 'Bust', options: [{ id: 'colour', name: '' }, { id: 'colour' }] },
        { id: 'sketch', name: { de: 'Skizze' } },
        { id: 'sketch', name: { en: 'Sketch', Deutsch: 'Skizze' } },
      ],
      extras: 'background',
      customCards: [{ id: 'a\u0000', name: 'A\ud800' }],
    });
    expect(faults).toEqual([
      'title.en Too big: expected string to have <=200 characters',
      'types[0].id Too small: expected string to have >=1 characters',
      'types[0].options[0].name.en Too small: expected string to have >=1 characters',
      'types[0].options[1].name Invalid input: expected record, received undefined',
      'types[0].options uses an id more than once: colour',
      'types[1].name must have a text for "en", which other languages fall back to',
      'types[2].name.Deutsch must be a language tag such as "de"',
      'types uses an id more than once: sketch',
      'extras Invalid input: expected array, received string',
      'customCards[0].id Invalid text: holds U+0000 or a lone surrogate',
      'customCards[0].name.en Invalid text: holds U+0000 or a lone surrogate',
      'the file Unrecognized key: "titel"',
    ]);
  });

  it.each([
    ['{', /^the file is not valid JSON: /],
    ['[]', /^the file Invalid input: expected object, received array$/],
    ['', /^the file is not valid JSON: /],
  ])('refuses the text %o', (text, fault) => {
    expect(faultsOf(text)).toEqual([expect.stringMatching(fault)]);
  });
});
