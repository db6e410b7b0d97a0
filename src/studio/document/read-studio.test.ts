import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sentenceOf } from './faults.ts';
import { readStudio, readStudioFile } from './read-studio.ts';
import type { StudioFile } from './studio.ts';

const read = (value: unknown) => readStudioFile(typeof value === 'string' ? value : JSON.stringify(value));

function faultsOf(value: unknown): readonly string[] {
  const result = read(value);
  return 'faults' in result ? result.faults : [];
}

function fileOf(value: unknown): StudioFile {
  const result = read(value);
  if ('faults' in result) throw new Error(result.faults.join('; '));
  return result.file;
}

describe('readStudioFile', () => {
  it('fills in absent values', () => {
    expect(fileOf('{"types":[{"id":"bust","name":"Bust"}]}')).toEqual({
      title: null,
      introduction: null,
      afterwards: null,
      contact: null,
      guard: null,
      queue: null,
      labels: { type: null, option: null, extras: null, customCard: null },
      types: [
        { id: 'bust', name: { en: 'Bust' }, description: null, hidden: false, price: null, options: [], pictures: [] },
      ],
      extras: [],
      customCards: [],
      questions: [],
      terms: [],
      prices: null,
      legal: { imprint: null, privacy: null, notice: null },
      opening: null,
      theme: null,
      logo: null,
      mails: null,
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

  it('names every fault at once, each with its path', () => {
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

const choiceOf = (id: string, more: object = {}) => ({
  id,
  label: id,
  kind: 'choice',
  options: [{ id: 'x', name: 'X' }],
  ...more,
});
const onlyIf = (question: string, is: string | boolean = 'x') => ({ when: { question, is } });

const sentences = (document: unknown): readonly string[] => {
  const read = readStudio(document);
  return 'faults' in read ? read.faults.map((fault) => sentenceOf(fault, 'the document')) : [];
};
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `e${index}`, name: `E ${index}` }));

describe('readStudio', () => {
  it('names each question of a circle', () => {
    expect(
      sentences({ questions: [choiceOf('a', onlyIf('b')), choiceOf('b', onlyIf('c')), choiceOf('c', onlyIf('a'))] }),
    ).toEqual([0, 1, 2].map((at) => `\`questions[${at}].when.question\` leads back to the question in a circle`));
  });

  it('takes 500 entries of a list, and no more', () => {
    expect(sentences({ types: entries(500), extras: entries(500) })).toEqual([]);
    expect(sentences({ types: entries(501) })).toEqual(['`types` has more than 500 entries']);
  });

  it('takes texts of 5,000 characters in eleven languages', () => {
    const languages = ['en', 'de', 'es', 'fr', 'it', 'pt', 'pl', 'ja', 'ko', 'zh', 'ar'];
    const textsOf = (text: string) => Object.fromEntries(languages.map((language) => [language, text]));
    expect(sentences({ introduction: textsOf('字'.repeat(5000)), afterwards: textsOf('🐈'.repeat(5000)) })).toEqual([]);
    expect(sentences({ introduction: textsOf('🐈'.repeat(5001)) })).toHaveLength(11);
    expect(sentences({ introduction: { en: 'x'.repeat(5001) } })).toEqual([
      '`introduction.en` has more than 5000 characters',
    ]);
  });

  it('takes no more than a megabyte in all', () => {
    const types = entries(500).map((entry) => ({ ...entry, description: 'x'.repeat(3000) }));
    expect(sentences({ types })).toEqual(['the document has more than 1024 KiB']);
  });

  it.each([
    [
      { theme: { accent: { light: '#ffee00' } } },
      '`theme.accent.light` has a contrast of 1.2:1 on the light page, and text needs 4.5:1',
    ],
    [
      { theme: { accent: { dark: '#2b5c77' } } },
      '`theme.accent.dark` has a contrast of 2.2:1 on the dark page, and text needs 4.5:1',
    ],
    [{ theme: { accent: { light: 'red' } } }, '`theme.accent.light` must be a colour such as "#2b5c77"'],
    [{ theme: { css: 'body{}' } }, '`theme.css` is no key of a catalogue'],
    [
      { theme: { typeface: 'Comic Sans' } },
      '`theme.typeface` must be one of "system", "serif", "rounded", "monospace"',
    ],
    [{ opening: { timeZone: 'Mars' } }, '`opening.timeZone` must be a time zone such as "Europe/Berlin"'],
    [{ opening: { weightByType: { bust: 11 } } }, '`opening.weightByType.bust` must be at most 10'],
    [{ opening: { mode: 'scheduled' } }, '`opening.opensAt` is missing: a scheduled form opens or closes at a time'],
    [{ opening: { requestLimit: 1.5 } }, '`opening.requestLimit` must be a whole number'],
    [{ types: [{ id: 'a', name: 'A', hidden: 'yes' }] }, '`types[0].hidden` must be true or false'],
    [{ title: { en: 'a\u0000' } }, '`title.en` holds U+0000 or a lone surrogate'],
    [{ questions: [choiceOf('a', onlyIf('a'))] }, '`questions[0].when.question` is the question itself'],
    [{ questions: [choiceOf('a', onlyIf('b'))] }, '`questions[0].when.question` names no question: b'],
    [
      { questions: [choiceOf('a'), choiceOf('b', onlyIf('a')), choiceOf('c', onlyIf('b'))] },
      '`questions[2].when.question` names a question that depends on another one, and only one level is possible',
    ],
    [
      { questions: [choiceOf('a'), choiceOf('b', onlyIf('a', 'y'))] },
      '`questions[1].when.is` names no option of that question: y',
    ],
    [
      { questions: [{ id: 'a', label: 'A', kind: 'yes-no' }, choiceOf('b', onlyIf('a'))] },
      '`questions[1].when.is` must be true or false',
    ],
    [
      { questions: [{ id: 'a', label: 'A', kind: 'text' }, choiceOf('b', onlyIf('a'))] },
      '`questions[1].when.question` must name a question with the kind "choice", "choices" or "yes-no"',
    ],
    [
      { questions: [choiceOf('a', { options: [] })] },
      '`questions[0].options` is empty, and this question offers a choice',
    ],
    [{ questions: [choiceOf('a', { kind: 'date' })] }, '`questions[0].options` must be empty for the kind "date"'],
    [
      { questions: [choiceOf('a', { multiplies: true })] },
      '`questions[0].multiplies` must be false: only a number multiplies',
    ],
    [{ questions: [choiceOf('a'), choiceOf('a')] }, '`questions` uses an id more than once: a'],
    [{ questions: Array.from({ length: 41 }, (_, at) => choiceOf(`q${at}`)) }, '`questions` has more than 40 entries'],
    [{ prices: { currency: 'XYZ' } }, '`prices.currency` must be a currency such as "EUR"'],
    [{ types: [{ id: 'a', name: 'A', price: { amount: -1 } }] }, '`types[0].price.amount` must be at least 0'],
    [
      { types: [{ id: 'a', name: 'A', price: { amount: 10 ** 12 } }] },
      '`types[0].price.amount` must be at most 100000000000',
    ],
    [{ types: [{ id: 'a', name: 'A', price: { amount: 0.5 } }] }, '`types[0].price.amount` must be a whole number'],
    [{ extras: [{ id: 'a', name: 'A', percent: 0 }] }, '`extras[0].percent` must be at least 1'],
    [
      { extras: [{ id: 'a', name: 'A', percent: 5, price: { amount: 1 } }] },
      '`extras[0].percent` must be null beside a price',
    ],
    [{ terms: [{ id: 'a', title: 'A' }] }, '`terms[0].text` is missing'],
    [undefined, 'the document is missing'],
    [[], 'the document must be an object'],
  ])('names the fault and its path: %j', (document, sentence) => {
    expect(sentences(document)).toEqual([sentence]);
  });
});
