import { describe, expect, it } from 'vitest';
import { searchGrams, searchTerm, searchText } from './search-text.ts';

describe('the text of a search', () => {
  it.each([
    ['Zoë', 'zoe'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['Ångström Ørsted', 'angstrom orsted'],
    ['ΣΊΣΥΦΟΣ', 'σισυφ\u006fσ'],
    ['ﬁne', 'fine'],
    ['ｶﾞｲﾄﾞ', 'ガイド'],
    ['한국어', '한국어'],
    ['two  cats\r\nin\toil', 'two cats in oil'],
    ['İstanbul', 'istanbul'],
    ['हिन्दी', 'हिन्दी'],
  ])('is folded: %s becomes %s', (text, expected) => {
    expect(searchText(text)).toBe(expected);
  });

  it.each([
    ['a soft hyphen', 'Gesamt\u00adkonzept', 'gesamtkonzept'],
    ['a zero-width space', 'Zoe\u200bPlum', 'zoeplum'],
    ['isolates', '\u2068Isolate\u2069d name', 'isolated name'],
    ['a zero-width non-joiner', 'می\u200cخواهم', 'ميخواهم'],
    ['tatweel', 'محـــمد', 'محمد'],
    ['a byte order mark', '\ufeffZoe', 'zoe'],
    ['a word joiner', 'Zoe\u2060Plum', 'zoeplum'],
    ['a variation selector', 'I ❤\ufe0f cats', 'i ❤ cats'],
    ['a combining grapheme joiner before an accent', 'Zoe\u034f\u0308', 'zoe'],
    ['Hangul fillers', '김\u3164철\uffa0수', '김철수'],
    ['a Mongolian vowel separator', 'Zoe\u180ePlum', 'zoeplum'],
    ['tags', 'Zoe\u{e0041}\u{e007f}', 'zoe'],
    ['overrides of the direction', '\u202emoc\u202c', 'moc'],
    ['control characters', 'Zoe\u0001\u0007\u009fPlum', 'zoeplum'],
    ['annotations', 'Zoe\ufff9Plum\ufffb', 'zoeplum'],
  ])('lacks %s', (_, text, expected) => {
    expect(searchText(text)).toBe(expected);
  });

  it.each([
    ['fullwidth letters', 'Ｚｏｅ＠ｅｘａｍｐｌｅ', 'zoe@example'],
    ['ligatures', 'oﬃce', 'office'],
    ['Arabic presentation forms', '\ufe8d\ufedf\ufecc\ufeae\ufe91', 'العرب'],
    ['mathematical letters', '𝒁𝒐𝒆', 'zoe'],
    ['Persian letters', 'یک', 'يك'],
    ['Persian and Arabic digits', '۱۲۳ ١٢٣', '123 123'],
    ['dashes', 'K7QX‑29MB – 3−4', 'k7qx-29mb - 3-4'],
    ['quotation marks', '„Zoe“', '"zoe"'],
    ['apostrophes', 'O´Neil O`Neil O’Neil', "o'neil o'neil o'neil"],
    ['Cyrillic letters of a Latin shape', 'Аnnа', 'anna'],
    ['blanks without a shape', 'two\u2800grey\u0085cats', 'two grey cats'],
  ])('has one form of %s', (_, text, expected) => {
    expect(searchText(text)).toBe(expected);
  });

  it('is the same in composed and decomposed form', () => {
    expect(searchText('Zoe\u0308')).toBe(searchText('Zoë'));
  });
});

describe('the grams', () => {
  it('are among those of the whole text for each part', () => {
    const whole = new Set(searchGrams(searchText('Two grey cats, 猫を二匹 painted in oil')));
    for (const part of ['grey', 'cats, 猫', '二匹', 'oil', '猫を二匹 p', '猫を二']) {
      expect(searchGrams(searchText(part)).every((gram) => whole.has(gram))).toBe(true);
    }
  });

  it('are pairs in dense scripts, and threes only where another script is in them', () => {
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

  it.each(["O'Neil", 'O’Neil', 'O‘Neil', 'OʼNeil'])('takes any apostrophe: %s', (name) => {
    expect(searchTerm(name)).toEqual(searchTerm("o'neil"));
  });

  it('needs three characters that have a shape', () => {
    expect(searchTerm('ab\u200b\u00ad\u200d')).toBeNull();
    expect(searchTerm('猫\u200b')).toBeNull();
    expect(searchTerm('ab\u200bc')).toEqual(searchTerm('abc'));
  });

  it('takes the signs of a pattern for themselves', () => {
    expect(searchTerm('100%_\\')?.pattern).toBe('%100\\%\\_\\\\%');
  });
});
