import { describe, expect, it } from 'vitest';
import { studioSchema } from '../../../../src/studio/document/studio.ts';
import { changesBetween } from './describe-changes.ts';

const studio = (given: object) => studioSchema.parse(given);
const inWords = (before: object, after: object) =>
  changesBetween(studio(before), studio(after), 'en').map(({ kind, path, from, to, language }) =>
    [
      kind,
      path.map((step) => ('name' in step ? step.name : step.key)).join('/'),
      asText(from),
      asText(to),
      ...(language === null || language === 'en' ? [] : [language]),
    ].join('|'),
  );

const asText = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);

const cat = { id: 'cat', name: 'Cat' };
const dog = { id: 'dog', name: 'Dog' };
const question = { id: 'whom', label: 'For whom?', kind: 'text' };

describe('the differences of two documents', () => {
  it.each([
    ['an entry that is added', { types: [cat] }, { types: [cat, dog] }, ['added|types/Dog||Dog']],
    ['an entry that is removed', { types: [cat, dog] }, { types: [dog] }, ['removed|types/Cat|Cat|']],
    ['another order', { types: [cat, dog] }, { types: [dog, cat] }, ['moved|types||Dog, Cat']],
    [
      'another name',
      { types: [cat] },
      { types: [{ ...cat, name: 'Kitten' }] },
      ['renamed|types/Kitten/name|Cat|Kitten'],
    ],
    ['a hidden type', { types: [cat] }, { types: [{ ...cat, hidden: true }] }, ['hidden|types/Cat||']],
    [
      'a translation',
      { types: [cat] },
      { types: [{ ...cat, name: { en: 'Cat', de: 'Katze' } }] },
      ['text|types/Cat/name||Katze|de'],
    ],
    ['a text', { title: 'One' }, { title: 'Two' }, ['text|title|One|Two']],
    ['an option', { types: [cat] }, { types: [{ ...cat, options: [dog] }] }, ['added|types/Cat/options/Dog||Dog']],
    ['a setting of a group', {}, { theme: { scheme: 'dark' } }, ['value|theme/scheme|both|dark']],
    [
      'the slots of a type',
      { types: [cat] },
      { types: [cat], opening: { slots: { byType: { cat: 2 } }, weightByType: { gone: 3 } } },
      ['value|opening/slots/byType/Cat||2', 'value|opening/weightByType/gone||3'],
    ],
    [
      'a price with its currency',
      { types: [{ ...cat, price: { amount: 1 } }], prices: { currency: 'EUR' } },
      { types: [{ ...cat, price: { amount: 2 } }], prices: { currency: 'EUR' } },
      [
        'value|types/Cat/price|{"amount":1,"from":false,"per":null,"currency":"EUR"}|{"amount":2,"from":false,"per":null,"currency":"EUR"}',
      ],
    ],
    [
      'a condition and the types of a question by their names',
      { types: [cat], questions: [{ id: 'gift', label: 'A gift?', kind: 'yes-no' }, question] },
      {
        types: [cat],
        questions: [
          { id: 'gift', label: 'A gift?', kind: 'yes-no' },
          { ...question, types: ['cat'], when: { question: 'gift', is: true } },
        ],
      },
      [
        'value|questions/For whom?/types|[]|["Cat"]',
        'value|questions/For whom?/when||{"question":"A gift?","is":true}',
      ],
    ],
    ['nothing', { types: [cat], contact: 'a@b.example' }, { types: [cat], contact: 'a@b.example' }, []],
  ])('name %s', (_, before, after, expected) => {
    expect(inWords(before, after)).toEqual(expected);
  });
});
