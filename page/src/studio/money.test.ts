import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import { loadLaterMessages, loadMessages } from '../language/languages.ts';
import { percentText, priceText } from './money.ts';

const english = createTranslator('en', { ...(await loadMessages('en')), ...(await loadLaterMessages('en')) }, [
  'en-GB',
]);

const priceOf = (amount: number, currency: string) =>
  priceText(english, { amount, from: false, per: null }, currency).replaceAll('\u00a0', ' ');

describe('a price', () => {
  it('has the digits of its currency', () => {
    expect(priceOf(12_000, 'JPY')).toBe('JP¥12,000');
    expect(priceOf(12_500, 'KWD')).toBe('KWD 12.500');
    expect(priceOf(12_050, 'USD')).toBe('US$120.50');
  });

  it('has no cents for a whole amount', () => {
    expect(priceOf(12_000, 'EUR')).toBe('€120');
  });

  it('says that it is the least, and its unit', () => {
    const price = { amount: 12_000, from: true, per: { en: 'per figure' } };
    expect(priceText(english, price, 'EUR')).toBe('from €120 per figure');
  });

  it('may be a share of the others', () => {
    expect(percentText(english, 25)).toBe('+25%');
  });
});
