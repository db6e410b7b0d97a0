import { describe, expect, it } from 'vitest';
import { foldedText } from '../../platform/language/folded-text.ts';
import { searchGrams, searchTerm } from './search-text.ts';

describe('the grams', () => {
  it('are among those of the whole text for each part', () => {
    const whole = new Set(searchGrams(foldedText('Two grey cats, 猫を二匹 painted in oil')));
    for (const part of ['grey', 'cats, 猫', '二匹', 'oil', '猫を二匹 p', '猫を二']) {
      expect(searchGrams(foldedText(part)).every((gram) => whole.has(gram))).toBe(true);
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
