import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CatalogueFile } from './catalogue.ts';
import { readCatalogue } from './read-catalogue.ts';

const read = (value: unknown) => readCatalogue(typeof value === 'string' ? value : JSON.stringify(value));

function faultsOf(value: unknown): readonly string[] {
  const result = read(value);
  return 'faults' in result ? result.faults : [];
}

function fileOf(value: unknown): CatalogueFile {
  const result = read(value);
  if ('faults' in result) throw new Error(result.faults.join('; '));
  return result.file;
}

describe('readCatalogue', () => {
  it('fills in what is absent', () => {
    expect(fileOf('{"types":[{"id":"bust","name":"Bust"}]}')).toEqual({
      title: null,
      introduction: null,
      afterwards: null,
      contact: null,
      labels: { type: null, option: null, extras: null, customCard: null },
      types: [{ id: 'bust', name: { en: 'Bust' }, description: null, options: [] }],
      extras: [],
      customCards: [],
      image: null,
      icon: null,
    });
  });

  it('reads the example', () => {
    const example = readFileSync(new URL('../../../examples/catalogue.json', import.meta.url), 'utf8');
    expect(fileOf(example).types.map(({ id }) => id)).toEqual(['portrait', 'landscape']);
  });

  it('reads texts in several languages', () => {
    const name = { en: 'Background', de: 'Hintergrund', 'pt-BR': 'Fundo' };
    expect(fileOf({ extras: [{ id: 'background', name }] }).extras[0]?.name).toEqual(name);
  });

  it('ignores a byte order mark', () => {
    expect(fileOf('\uFEFF{}').types).toEqual([]);
  });

  it('lets options of different types share an id', () => {
    const options = [{ id: 'colour', name: 'Colour' }];
    const types = ['bust', 'full-body'].map((id) => ({ id, name: id, options }));
    expect(faultsOf({ types })).toEqual([]);
  });

  it('names every fault at once, each with its place', () => {
    const faults = faultsOf({
      titel: 'Portraits',
      intro: 'Welcome',
      title: 'x'.repeat(201),
      contact: 'studio',
      image: '../secret.png',
      icon: 'icon.html',
      labels: { typ: 'What?' },
      types: [
        { id: '', name: 'Bust', options: [{ id: 'colour', name: '' }, { id: 'colour' }] },
        { id: 'sketch', name: { de: 'Skizze' } },
        { id: 'sketch', name: { en: 'Sketch', Deutsch: 'Skizze' } },
        { id: 3, name: 4 },
      ],
      extras: 'background',
      customCards: [{ id: 'a\u0000', name: 'A\ud800' }],
    });
    expect(faults).toEqual([
      '`title.en` has more than 200 characters',
      '`contact` must be an e-mail address',
      '`labels.typ` is no key of a catalogue',
      '`types[0].id` is empty',
      '`types[0].options[0].name.en` is empty',
      '`types[0].options[1].name` is missing',
      '`types[0].options` uses an id more than once: colour',
      '`types[1].name` must have a text for "en", which other languages fall back to',
      '`types[2].name.Deutsch` must be a language tag such as "de"',
      '`types[3].id` must be a text',
      '`types[3].name` must be a text, or an object of texts by language',
      '`types` uses an id more than once: sketch',
      '`extras` must be a list',
      '`customCards[0].id` holds U+0000 or a lone surrogate',
      '`customCards[0].name.en` holds U+0000 or a lone surrogate',
      expect.stringMatching(/^`image` must be the name of a file beside the catalogue that ends with \.png, /),
      expect.stringMatching(/^`icon` must be the name of a file beside the catalogue/),
      '`titel` is no key of a catalogue',
      '`intro` is no key of a catalogue',
    ]);
  });

  it.each([
    ['{', /^is not valid JSON: /],
    ['[]', /^the file must be an object$/],
    ['', /^is not valid JSON: /],
  ])('rejects the text %o', (text, fault) => {
    expect(faultsOf(text)).toEqual([expect.stringMatching(fault)]);
  });
});
