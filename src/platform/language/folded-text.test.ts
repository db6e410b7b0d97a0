import { describe, expect, it } from 'vitest';
import { growthOfWork, superlinear } from '../../../test/support/growth.ts';
import { foldedText, withShortMarkRuns } from './folded-text.ts';

describe('a folded text', () => {
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
    ['Ħal Għaxaq', 'hal ghaxaq'],
    ['Sáŋŧa Ŋuorjjo', 'santa nuorjjo'],
    ['Əliyev', 'eliyev'],
    ['Ɓeɗƙo Ƴar', 'bedko yar'],
    ['Ẓwǥʒ Ƶoɨ', 'zwgz zoi'],
    ['हिन्दी', 'हिन्दी'],
  ])('is one of many spellings: %s becomes %s', (text, expected) => {
    expect(foldedText(text)).toBe(expected);
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
    expect(foldedText(text)).toBe(expected);
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
    expect(foldedText(text)).toBe(expected);
  });

  it('is the same in composed and decomposed form', () => {
    expect(foldedText('Zoe\u0308')).toBe(foldedText('Zoë'));
  });
});

describe('the marks in a text', () => {
  it.each(['\u0301\u0316', '\uff9e\u0316', '\u0f71\u0f72\u0f74'])('are at most 30 in a row: of %j', (marks) => {
    expect(withShortMarkRuns(`a${marks.repeat(100)}b${marks}`)).toBe(`a${marks.repeat(15).slice(0, 30)}b${marks}`);
  });

  it.each(['Zoe\u0308', 'हिन्दी', 'ｶﾞｲﾄﾞ', '👩🏽‍🎨'])('stay as they are: in %s', (text) => {
    expect(withShortMarkRuns(text)).toBe(text);
  });

  it('are normalized in time linear in the length', () => {
    const work = (length: number) => withShortMarkRuns('\u0301\u0316'.repeat(length)).normalize('NFKD');
    expect(growthOfWork(work, 2000)).toBeLessThan(superlinear);
  });
});
