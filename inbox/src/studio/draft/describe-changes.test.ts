import { describe, expect, it } from 'vitest';
import { studioSchema } from '../../../../src/studio/document/studio.ts';
import { changesBetween } from './describe-changes.ts';

const studio = (given: object) => studioSchema.parse(given);
const inWords = (before: object, after: object) =>
  changesBetween(studio(before), studio(after), 'en').map(({ kind, path, from, to, language }) =>
    [
      kind,
      path.map((step) => ('name' in step ? step.name : step.key)).join('/'),
      from,
      to,
      ...(language === null || language === 'en' ? [] : [language]),
    ].join('|'),
  );

const cat = { id: 'cat', name: 'Cat' };
const dog = { id: 'dog', name: 'Dog' };

describe('the differences of two documents', () => {
  it.each([
    ['an entry that is added', { types: [cat] }, { types: [cat, dog] }, ['added|types||Dog']],
    ['an entry that is removed', { types: [cat, dog] }, { types: [dog] }, ['removed|types|Cat|']],
    ['another order', { types: [cat, dog] }, { types: [dog, cat] }, ['moved|types||Dog, Cat']],
    ['another name', { types: [cat] }, { types: [{ ...cat, name: 'Kitten' }] }, ['renamed|types|Cat|Kitten']],
    ['a hidden type', { types: [cat] }, { types: [{ ...cat, hidden: true }] }, ['hidden|types/Cat||']],
    [
      'a translation',
      { types: [cat] },
      { types: [{ ...cat, name: { en: 'Cat', de: 'Katze' } }] },
      ['added|types/Cat/name||Katze|de'],
    ],
    ['a text', { title: 'One' }, { title: 'Two' }, ['changed|title|One|Two']],
    ['an option', { types: [cat] }, { types: [{ ...cat, options: [dog] }] }, ['added|types/Cat/options||Dog']],
    ['a setting of a group', {}, { theme: { scheme: 'dark' } }, ['changed|theme/scheme|both|dark']],
    [
      'the slots of a type',
      { types: [cat] },
      { types: [cat], opening: { slots: { byType: { cat: 2 } }, weightByType: { gone: 3 } } },
      ['changed|opening/slots/byType/Cat||2', 'changed|opening/weightByType/gone||3'],
    ],
    ['nothing', { types: [cat], contact: 'a@b.example' }, { types: [cat], contact: 'a@b.example' }, []],
  ])('name %s', (_, before, after, expected) => {
    expect(inWords(before, after)).toEqual(expected);
  });
});
