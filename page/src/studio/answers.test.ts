import { describe, expect, it, vi } from 'vitest';
import type { CatalogueQuestion } from '../../../client/src/commission-client.ts';
import type { Answer } from '../../../src/intake/submission/asked-questions.ts';
import { askedOf, sentAnswers } from './answers.ts';
import { partOfDate, shownAnswers } from './shown-answers.ts';

const question = (kind: CatalogueQuestion['kind'], parts: Partial<CatalogueQuestion> = {}): CatalogueQuestion => ({
  id: 'q',
  label: 'Q',
  hint: null,
  kind,
  required: false,
  options: [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ],
  max: null,
  types: [],
  when: null,
  multiplies: false,
  ...parts,
});

const shown = (kind: CatalogueQuestion['kind'], entered: Answer) => shownAnswers([question(kind)], { q: entered });
const sent = (kind: CatalogueQuestion['kind'], entered: Answer, region = 'en') =>
  sentAnswers([question(kind)], shown(kind, entered), region).q;

describe('an answer', () => {
  it.each([
    ['number', '3', 3],
    ['number', ' 1,5 ', 1.5],
    ['number', '٣٫٥', 3.5],
    ['number', '１２', 12],
    ['number', '-2', -2],
    ['number', '1e9', null],
    ['number', 'three', null],
    ['number', '', null],
    ['choice', 'a', 'a'],
    ['choice', 'gone', null],
    ['choice', ['a'], null],
    ['choices', 'a', ['a']],
    ['choices', ['b', 'gone'], ['b']],
    ['choices', [], null],
    ['yes-no', 'yes', true],
    ['yes-no', false, false],
    ['yes-no', 'perhaps', null],
    ['date', '2027-02-01', '2027-02-01'],
    ['date', '1 February', null],
    ['date', '2026-02-30', null],
    ['date', '0027-12-05', null],
    ['date', partOfDate, null],
    ['number', ['2', '3'], null],
    ['number', '1,500', 1500],
    ['number', '1.500', null],
    ['choices', ['a', 'a'], ['a']],
    ['text', 'two\nlines', 'two lines'],
    ['text', ['a', 'b'], null],
    ['link', 'example.org/a', 'https://example.org/a'],
    ['link', 'http://example.org', 'http://example.org'],
    ['link', 'javascript:alert(1)', null],
    ['link', 'two words.org', null],
    ['text', '  ', null],
    ['text', 3, null],
    ['paragraph', 'Two\ncats', 'Two\ncats'],
  ] as const)('is, for the kind %s and %j, sent as %j', (kind, entered, answer) => {
    expect(sent(kind, entered)).toEqual(answer);
  });

  it('reads a link in a browser without URL.canParse', () => {
    vi.stubGlobal('URL', class extends URL {});
    Object.defineProperty(URL, 'canParse', { value: undefined });
    try {
      expect(['', 'example.org/a'].map((entered) => sent('link', entered))).toEqual([null, 'https://example.org/a']);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('is read in the language of the reader', () => {
    expect(['en', 'de'].map((region) => sent('number', '1.500', region))).toEqual([null, 1500]);
  });

  it.each([
    ['date', 'before Christmas', null],
    ['date', '12027-05-12', null],
    ['date', '0000-05-12', null],
    ['date', '0027-05-12', '0027-05-12'],
    ['date', partOfDate, partOfDate],
    ['number', '1.500', '1.500'],
    ['number', 2, 2],
    ['number', true, null],
    ['link', 'two words', 'two words'],
    ['choice', 'gone', null],
    ['choices', ['gone'], null],
    ['yes-no', 'perhaps', null],
    ['paragraph', 'Two\ncats', 'Two\ncats'],
  ] as const)('is, for the kind %s and %j, shown as %j', (kind, entered, answer) => {
    expect(shown(kind, entered).q).toEqual(answer);
  });

  it('is found under any id, and never in a prototype', () => {
    const questions = ['constructor', '__proto__'].map((id) => question('text', { id }));
    expect(askedOf({ questions }, { typeId: null, answers: {} }, 'en').map(({ answer }) => answer)).toEqual([
      null,
      null,
    ]);
    const answers = JSON.parse('{"constructor": "own", "__proto__": "own too"}');
    expect(askedOf({ questions }, { typeId: null, answers }, 'en').map(({ answer }) => answer)).toEqual([
      'own',
      'own too',
    ]);
  });
});
