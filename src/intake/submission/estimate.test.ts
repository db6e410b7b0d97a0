import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateOf, type PricedChoices, type PricedOffer } from './estimate.ts';
import { currencyDigits, moneyIn } from './money.ts';

const price = (amount: number, from = false) => ({ amount, from });
const figures = { id: 'figures', types: [], when: null, multiplies: true };

const offer: PricedOffer = {
  types: [
    {
      id: 'portrait',
      price: price(10_000),
      options: [{ id: 'full', price: price(5_000, true) }, { id: 'head' }],
    },
    { id: 'sketch', options: [] },
  ],
  extras: [
    { id: 'frame', price: price(4_550) },
    { id: 'express', percent: 25 },
    { id: 'gift' },
    { id: 'commercial', percent: 100 },
  ],
  questions: [figures],
};

const nothing: PricedChoices = { typeId: null, optionId: null, extraIds: [], answers: {} };
const totalOf = (choices: Partial<PricedChoices>) => estimateOf(offer, { ...nothing, ...choices })?.total ?? null;

describe('an estimate', () => {
  it.each([
    ['nothing', {}, null],
    ['a type without a price', { typeId: 'sketch' }, null],
    ['a type', { typeId: 'portrait' }, 10_000],
    ['its option', { typeId: 'portrait', optionId: 'full' }, 15_000],
    ['an option of another type', { typeId: 'sketch', optionId: 'full' }, null],
    ['three figures', { typeId: 'portrait', optionId: 'full', answers: { figures: 3 } }, 45_000],
    ['half a figure', { typeId: 'portrait', answers: { figures: 0.5 } }, 5_000],
    ['no figure', { typeId: 'portrait', answers: { figures: 0 } }, 0],
    ['an answer that is no number', { typeId: 'portrait', answers: { figures: 'three' } }, 10_000],
    ['a negative number of figures', { typeId: 'portrait', answers: { figures: -3 } }, 10_000],
    ['an extra alone', { extraIds: ['frame'] }, 4_550],
    ['per cent of nothing', { extraIds: ['express'] }, null],
    ['an extra that is named twice', { typeId: 'portrait', extraIds: ['frame', 'frame'] }, 14_550],
    ['an extra that is not offered', { typeId: 'portrait', extraIds: ['gone'] }, 10_000],
    [
      'per cent of the base, not of the extras',
      { typeId: 'portrait', answers: { figures: 2 }, extraIds: ['commercial', 'express', 'frame'] },
      20_000 + 4_550 + 5_000 + 20_000,
    ],
  ])('is this for %s', (_, choices, total) => {
    expect(totalOf(choices)).toBe(total);
  });

  it('has its lines in the order of the lists, and marks minimum prices', () => {
    const choices = { typeId: 'portrait', optionId: 'full', extraIds: ['express', 'frame'], answers: { figures: 2 } };
    expect(estimateOf(offer, choices)).toEqual({
      lines: [
        { kind: 'type', id: 'portrait', amount: 20_000, price: 10_000, factors: [2], rate: null, from: false },
        { kind: 'option', id: 'full', amount: 10_000, price: 5_000, factors: [2], rate: null, from: true },
        { kind: 'extra', id: 'frame', amount: 4_550, price: 4_550, factors: [], rate: null, from: false },
        { kind: 'percent', id: 'express', amount: 7_500, price: null, factors: [], rate: 25, from: false },
      ],
      total: 42_050,
      from: true,
    });
  });

  it.each([
    [0, 50, 0],
    [10, 5, 1],
    [9, 5, 0],
    [333, 50, 167],
    [100_500, 1, 1005],
  ])('rounds %i × %i per cent half up to %i', (amount, percent, added) => {
    const types = [{ id: 'type', price: price(amount), options: [] }];
    const choices = { ...nothing, typeId: 'type', extraIds: ['extra'] };
    expect(estimateOf({ types, extras: [{ id: 'extra', percent }] }, choices)?.total).toBe(amount + added);
  });

  it('is null when it would be too large to be exact', () => {
    const types = [{ id: 'type', price: price(10 ** 11), options: [] }];
    const choices = { ...nothing, typeId: 'type', answers: { figures: 1e9 } };
    expect(estimateOf({ types, extras: [], questions: [figures] }, choices)).toBeNull();
  });

  it('is a whole number that is the sum of its lines', () => {
    fc.assert(
      fc.property(
        fc.nat(10 ** 9),
        fc.nat(10 ** 9),
        fc.nat(1000),
        fc.double({ min: 0, max: 1000, noNaN: true }),
        (amount, more, percent, many) => {
          const types = [{ id: 'type', price: price(amount), options: [{ id: 'option', price: price(more) }] }];
          const extras = [{ id: 'extra', percent }];
          const choices = { typeId: 'type', optionId: 'option', extraIds: ['extra'], answers: { figures: many } };
          const { lines = [], total = 0 } = estimateOf({ types, extras, questions: [figures] }, choices) ?? {};
          expect(total).toBe(lines.reduce((sum, line) => sum + line.amount, 0));
          expect(lines.filter((line) => !Number.isSafeInteger(line.amount) || line.amount < 0)).toEqual([]);
        },
      ),
    );
  });

  it.each(['JPY', 'EUR', 'KWD'])('is exact to the last minor unit of %s, also as text', (currency) => {
    const amount = fc.integer({ min: 0, max: 10 ** 11 });
    const shape = fc.record({
      type: amount,
      option: amount,
      extras: fc.array(amount, { maxLength: 4 }),
      percents: fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 4 }),
      many: fc.integer({ min: 0, max: 50 }),
    });
    fc.assert(
      fc.property(shape, ({ type, option, extras, percents, many }) => {
        const all = [
          ...percents.map((percent, at) => ({ id: `percent ${at}`, percent })),
          ...extras.map((one, at) => ({ id: `extra ${at}`, price: price(one) })),
        ];
        const types = [{ id: 'type', price: price(type), options: [{ id: 'option', price: price(option) }] }];
        const choices = { typeId: 'type', optionId: 'option', extraIds: all.map(({ id }) => id) };
        const base = (BigInt(type) + BigInt(option)) * BigInt(many);
        const rounded = percents.map((percent) => (2n * base * BigInt(percent) + 100n) / 200n);
        const total = [...extras.map(BigInt), ...rounded].reduce((sum, one) => sum + one, base);
        const answers = { figures: many };
        const estimate = estimateOf({ types, extras: all, questions: [figures] }, { ...choices, answers });
        expect(estimate?.total).toBe(Number(total));
        expect(readBy(currency, Number(total))).toBe(split(currency, total));
      }),
    );
  });
});

/** The total as the page shows it, without its currency and its groups. */
function readBy(currency: string, total: number): string {
  return moneyIn('en', currency)
    .short(total)
    .replace(/[^\d.]/g, '');
}

function split(currency: string, total: bigint): string {
  const digits = currencyDigits(currency);
  const text = String(total).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.0+$/, '');
}
