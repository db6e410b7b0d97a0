import { describe, expect, it } from 'vitest';
import type { StoredCommissionForm } from '../../intake/submission/commission-form.ts';
import { emptyStudio, type Studio, studioSchema } from '../../studio/document/studio.ts';
import { versionOf, versionsOf } from '../../studio/document/terms-version.ts';
import { apiOrder, exportOrder } from './order.ts';
import { wholeFactsOf } from './read-requests.ts';
import { inboxRequest, type RequestRow } from './registry.ts';

const studio = studioSchema.parse({
  types: [{ id: 'bust', name: 'Bust', price: { amount: 8000 }, options: [] }],
  extras: [{ id: 'rush', name: 'Rush', percent: 50 }],
  prices: { currency: 'EUR' },
  questions: [
    {
      id: 'use',
      label: { en: 'Use?', de: 'Verwendung?' },
      kind: 'choices',
      required: true,
      options: [
        { id: 'web', name: { en: 'Web', de: 'Netz' } },
        { id: 'print', name: 'Print' },
      ],
    },
    { id: 'run', label: 'Copies?', kind: 'number', required: true, when: { question: 'use', is: 'print' } },
    { id: 'pose', label: 'Pose?', kind: 'text', types: ['scene'] },
    { id: 'old', label: 'Old?', kind: 'text', hidden: true },
  ],
  terms: [
    { id: 'usage', title: 'Usage', text: { en: 'No AI.', de: 'Keine KI.' }, required: true },
    { id: 'news', title: 'News', text: 'News' },
  ],
});
const createdAt = new Date('2026-11-27T10:00:00Z');
const row: RequestRow = {
  id: '0190b2a8-0000-7000-8000-000000000001',
  createdAt,
  status: 'NEW',
  customerName: 'Zoe',
  customerEmail: 'zoe@example.org',
  customerSocials: null,
  message: '',
  typeId: null,
  optionId: null,
  customCardId: null,
  extraIds: [],
  ipAddress: null,
  userAgent: null,
  language: null,
  form: null,
  shownRevision: null,
  isCut: false,
  version: 1,
  unread: true,
  dueOn: null,
  price: null,
  labels: [],
  extras: [],
  studioRevision: null,
  files: [],
  arrival: null,
  rank: null,
  hold: null,
  signals: null,
  queueNameShown: null,
  publicMessage: null,
};

function factsBy(given: Studio, changed: Partial<RequestRow>) {
  const { chosen, answers, missing, terms, termsState, estimate } = wholeFactsOf({ ...row, ...changed }, given);
  return { chosen, answers, missing, terms, termsState, estimate };
}

const facts = (form: StoredCommissionForm | null, typeId: string | null = 'bust', given = studio) =>
  factsBy(given, { typeId, extraIds: ['rush'], form });

describe('the answers of a request', () => {
  it('have the words of their questions, and invalid ones are marked', () => {
    const answers = {
      colour: 'red',
      old: 'a',
      pose: 'Sitting',
      run: 'many',
      use: ['web', 'print'],
      nothing: null,
      ...JSON.parse('{"__proto__":"b"}'),
    };
    Object.defineProperty(answers, '__proto__', { value: 'b', enumerable: true });
    expect(facts({ answers }).answers).toEqual([
      {
        id: 'use',
        label: { en: 'Use?', de: 'Verwendung?' },
        kind: 'choices',
        value: ['web', 'print'],
        words: [{ en: 'Web', de: 'Netz' }, { en: 'Print' }],
      },
      { id: 'run', label: { en: 'Copies?' }, kind: 'number', value: 'many', words: [], problem: 'wrong-kind' },
      { id: 'pose', label: { en: 'Pose?' }, kind: 'text', value: 'Sitting', words: [], problem: 'not-asked' },
      { id: 'old', label: { en: 'Old?' }, kind: 'text', value: 'a', words: [], problem: 'not-asked' },
      { id: 'colour', label: null, kind: null, value: 'red', words: [], problem: 'unknown-question' },
      { id: '__proto__', label: null, kind: null, value: 'b', words: [], problem: 'unknown-question' },
    ]);
  });

  it.each<[StoredCommissionForm | null, readonly string[] | undefined]>([
    [null, ['use']],
    [{ answers: { use: ['print'] } }, ['run']],
    [{ answers: { use: ['print'], run: 'many' } }, ['run']],
    [{ answers: { use: ['web'] } }, undefined],
  ])('are missing where they are required, by the form: %j', (form, missing) => {
    expect(facts(form).missing).toEqual(missing);
  });
});

describe('the choices of a request', () => {
  const given = studioSchema.parse({
    types: [{ id: 'bust', name: { en: 'Bust', de: 'Büste' }, options: [{ id: 'ink', name: 'Ink', hidden: true }] }],
    extras: [{ id: 'rush', name: 'Rush' }],
    customCards: [{ id: 'fox', name: 'Fox' }],
  });
  const chosenBy = (chosen: Partial<RequestRow>) => factsBy(given, chosen).chosen;

  it('have the names of that studio, also those that it did not offer any more', () => {
    expect(chosenBy({ typeId: 'bust', optionId: 'ink', extraIds: ['rush', 'gone'], customCardId: 'fox' })).toEqual({
      type: { en: 'Bust', de: 'Büste' },
      option: { en: 'Ink' },
      customCard: { en: 'Fox' },
      extras: [{ id: 'rush', name: { en: 'Rush' } }],
    });
    expect(chosenBy({ typeId: 'gone', extraIds: ['rush'] })).toMatchObject({ type: null, option: null });
  });

  it('have no names when the studio had no chosen entry', () => {
    expect(chosenBy({ typeId: 'gone', optionId: 'ink', extraIds: ['gone'] })).toBeUndefined();
  });
});

describe('the terms of a request', () => {
  const agree = (id: string, text: string) => ({ id, sha256: versionOf(text), language: 'de' });

  it.each<[string, StoredCommissionForm | null, string]>([
    ['a caller who tells nothing', null, 'not-recorded'],
    ['a form without that key', { answers: {} }, 'not-recorded'],
    ['a form that lacks a required one', { terms: [agree('news', 'News')] }, 'incomplete'],
    ['a version that differs by a blank', { terms: [agree('usage', 'No AI. ')] }, 'incomplete'],
    ['a version in another language', { terms: [agree('usage', 'Keine KI.')] }, 'agreed'],
  ])('have the state that follows from the form: %s', (_name, form, state) => {
    expect(facts(form).termsState).toBe(state);
  });

  it('have the time of the service, and no title when the studio had no such version', () => {
    const agreed = [agree('usage', 'No AI.'), agree('usage', 'All AI.')];
    expect(facts({ terms: agreed }).terms).toEqual([
      { ...agreed[0], at: createdAt, title: { en: 'Usage' } },
      { ...agreed[1], at: createdAt, title: null },
    ]);
  });

  it('have versions that are computed once for the texts of a revision', () => {
    const texts = { en: 'Use', de: 'Nutzung' };
    expect(versionsOf(texts)).toEqual({ en: versionOf('Use'), de: versionOf('Nutzung') });
    expect(versionsOf(texts)).toBe(versionsOf(texts));
  });
});

describe('the estimate of a request', () => {
  const shown = (amount: number, currency = 'EUR') => facts({ estimate: { amount, currency } }).estimate;

  it('has the sum that the customer saw beside it, and a difference is marked', () => {
    const own = { own: 12_000, currency: 'EUR' };
    expect(shown(12_000)).toEqual({ ...own, shown: 12_000, differs: false });
    expect(shown(100)).toEqual({ ...own, shown: 100, differs: true });
    for (const wrong of [0, -12_000, 10 ** 12]) expect(shown(wrong)).toMatchObject({ shown: wrong, differs: true });
    expect(shown(12_000, 'USD')).toEqual({ ...own, shown: 12_000, shownCurrency: 'USD', differs: true });
    expect(facts(null).estimate).toEqual({ ...own, shown: null, differs: false });
    expect(facts(null, null).estimate).toBeUndefined();
    expect(facts({ estimate: { amount: 1, currency: 'EUR' } }, null, emptyStudio).estimate).toEqual({
      shown: 1,
      own: null,
      currency: 'EUR',
      differs: true,
    });
  });
});

describe('a request to a studio that asks nothing', () => {
  it('has none of these keys', () => {
    expect(facts(null, 'bust', emptyStudio)).toEqual({});
    expect(facts({ v: 1, revision: 1, language: 'de' }, 'bust', emptyStudio)).toEqual({});
  });
});

describe('the orders of keys', () => {
  it.each([apiOrder, exportOrder])('name keys of the API only', (...order) => {
    expect(order.filter((key) => !(key in inboxRequest.shape))).toEqual([]);
  });
});
