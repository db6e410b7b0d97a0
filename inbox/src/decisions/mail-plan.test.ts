import { describe, expect, it } from 'vitest';
import type { Decision } from './decision-log.ts';
import { isMailed, isRestored } from './mail-plan.ts';

const mail = { isSetUp: true, hasStatusLinks: true, customerLanguage: null, tellsStatusChanges: true };

describe('a change of status', () => {
  it('is mailed where a channel tells customers of it, except for spam', () => {
    expect(isMailed('ACCEPTED', mail)).toBe(true);
    expect(isMailed('SPAM', mail)).toBe(false);
    expect(isMailed('ACCEPTED', { ...mail, tellsStatusChanges: false })).toBe(false);
    expect(isMailed('ACCEPTED', null)).toBe(false);
  });

  it('restores an earlier one within 15 seconds, and is told after them', () => {
    const decision = (changes: Partial<Decision>): Decision => ({
      id: 'a',
      from: 'NEW',
      to: 'ACCEPTED',
      at: '2027-01-01T12:00:00Z',
      ...changes,
    });
    const back = (second: number) =>
      decision({ from: 'ACCEPTED', to: 'NEW', at: `2027-01-01T12:00:${String(second).padStart(2, '0')}Z` });
    expect(isRestored(back(14), [decision({}), back(14)])).toBe(true);
    expect(isRestored(back(15), [decision({})])).toBe(false);
    expect(isRestored(back(5), [decision({ id: 'b' })])).toBe(false);
    expect(isRestored(decision({ from: 'ACCEPTED', to: 'DECLINED' }), [decision({})])).toBe(false);
  });
});
