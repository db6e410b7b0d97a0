import { describe, expect, it } from 'vitest';
import { searchBucket, searchGrams, searchTerm, searchText } from './search-text.ts';

describe('the text of a search', () => {
  it.each([
    ['Zoë', 'zoe'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['Ångström Ørsted', 'angstrom orsted'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['ﬁne', 'fine'],
    ['ｶﾞｲﾄﾞ', 'ガイド'],
    ['한국어', '한국어'],
    ['two  cats\r\nin\toil', 'two cats in oil'],
    ['İstanbul', 'istanbul'],
    ['हिन्दी', 'हिन्दी'],
  ])('%s becomes %s', (text, expected) => {
    expect(searchText(text)).toBe(expected);
  });

  it('is the same in composed and decomposed form', () => {
    expect(searchText('Zoe\u0308')).toBe(searchText('Zoë'));
  });
});

describe('the grams', () => {
  it('of a part are among those of the whole', () => {
    const whole = new Set(searchGrams(searchText('Two grey cats, 猫を二匹 painted in oil')));
    for (const part of ['grey', 'cats, 猫', '二匹', 'oil', '猫を二匹 p', '猫を二']) {
      expect(searchGrams(searchText(part)).every((gram) => whole.has(gram))).toBe(true);
    }
  });

  it('of dense scripts are pairs, and threes only where another script is in them', () => {
    expect(searchGrams('猫を二匹')).toHaveLength(3);
    expect(searchGrams('猫をab')).toHaveLength(3);
  });

  it('do not reach across lines', () => {
    const grams = new Set(searchGrams('abc\ndef'));
    expect(searchGrams('bcd').some((gram) => grams.has(gram))).toBe(false);
  });
});

describe('a search term', () => {
  it('needs three characters, or two of Chinese, Japanese and Korean', () => {
    expect(searchTerm('ab')).toBeNull();
    expect(searchTerm('  a  ')).toBeNull();
    expect(searchTerm('猫')).toBeNull();
    expect(searchTerm('abc')).not.toBeNull();
    expect(searchTerm('猫絵')).not.toBeNull();
    expect(searchTerm('그림')).not.toBeNull();
  });

  it.each(["O'Neil", 'O’Neil', 'O‘Neil', 'OʼNeil'])('of %s takes any apostrophe', (name) => {
    expect(searchTerm(name)?.pattern).toBe('%o_neil%');
    expect(searchTerm(name)?.grams).toEqual(searchGrams('neil'));
  });

  it('takes an apostrophe for itself where the parts beside it are too short', () => {
    expect(searchTerm("d'or")?.pattern).toBe("%d'or%");
  });

  it('takes the signs of a pattern for themselves', () => {
    expect(searchTerm('100%_\\')?.pattern).toBe('%100\\%\\_\\\\%');
  });
});

it.each([
  ['01910000-0000-7000-8000-000000000000', 3208],
  ['01911fff-ffff-7fff-bfff-ffffffffffff', 3208],
  ['01912000-0000-7000-8000-000000000000', 3209],
  ['ffffffff-ffff-7fff-bfff-ffffffffffff', 524287],
])('the bucket of %s is %d', (id, bucket) => {
  expect(searchBucket(id)).toBe(bucket);
});
