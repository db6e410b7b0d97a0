import { describe, expect, it } from 'vitest';
import type { RequestStatus } from '../api/shapes.ts';
import type { Decision } from './decision-log.ts';
import { isMailed, lastTold } from './mail-plan.ts';

const mail = { isSetUp: true, hasStatusLinks: true, customerLanguage: null, tellsStatusChanges: true };

const decision = (from: RequestStatus, to: RequestStatus, second: number, id = 'a'): Decision => ({
  id,
  from,
  to,
  at: `2027-01-01T12:00:${String(second).padStart(2, '0')}Z`,
});

/** Returns true when the last decision restores the status that the customer was told of. */
const isLastRestored = (...log: readonly Decision[]) => {
  const last = log.at(-1) as Decision;
  return lastTold(last, log) === last.to;
};

describe('a change of status', () => {
  it('is mailed where a channel tells customers of it, except for spam', () => {
    expect(isMailed({ from: 'NEW', to: 'ACCEPTED' }, mail)).toBe(true);
    expect(isMailed({ from: 'NEW', to: 'NEW' }, mail)).toBe(false);
    expect(isMailed({ from: 'NEW', to: 'SPAM' }, mail)).toBe(false);
    expect(isMailed({ from: 'NEW', to: 'ACCEPTED' }, { ...mail, tellsStatusChanges: false })).toBe(false);
    expect(isMailed({ from: 'NEW', to: 'ACCEPTED' }, null)).toBe(false);
  });

  it('is not mailed where a new request leaves spam and is new again', () => {
    expect(isMailed({ from: 'SPAM', to: 'NEW' }, mail)).toBe(false);
    expect(isMailed({ from: 'SPAM', to: 'ACCEPTED' }, mail)).toBe(true);
    expect(isMailed({ from: 'ACCEPTED', to: 'NEW' }, mail)).toBe(true);
  });

  it('from spam is one from the status before spam, however long ago', () => {
    const marked = decision('ACCEPTED', 'SPAM', 0);
    expect(isLastRestored(marked, decision('SPAM', 'ACCEPTED', 50))).toBe(true);
    expect(isLastRestored(marked, decision('SPAM', 'NEW', 50))).toBe(false);
    expect(lastTold(marked, [marked])).toBe('ACCEPTED');
  });

  it('restores an earlier one within 15 seconds, and is told after them', () => {
    const first = decision('NEW', 'ACCEPTED', 0);
    expect(isLastRestored(first, decision('ACCEPTED', 'NEW', 14))).toBe(true);
    expect(isLastRestored(first, decision('ACCEPTED', 'NEW', 15))).toBe(false);
    expect(isLastRestored(decision('NEW', 'ACCEPTED', 0, 'b'), decision('ACCEPTED', 'NEW', 5))).toBe(false);
    expect(isLastRestored(first, decision('ACCEPTED', 'DECLINED', 5))).toBe(false);
  });

  it('is compared with the status before the first of several within 15 seconds each', () => {
    const first = decision('NEW', 'ACCEPTED', 0);
    const second = decision('ACCEPTED', 'DECLINED', 14);
    const ofAnother = decision('NEW', 'WAITLISTED', 15, 'b');
    expect(isLastRestored(first, second, ofAnother, decision('DECLINED', 'NEW', 16))).toBe(true);
    expect(isLastRestored(first, second, decision('DECLINED', 'ACCEPTED', 15))).toBe(false);
    // The customer was told of the first one before the second.
    const later = decision('ACCEPTED', 'DECLINED', 20);
    expect(isLastRestored(first, later, decision('DECLINED', 'ACCEPTED', 22))).toBe(true);
    expect(isLastRestored(first, later, decision('DECLINED', 'NEW', 22))).toBe(false);
  });

  it('restores nothing by a decision that follows it', () => {
    const first = decision('NEW', 'ACCEPTED', 0);
    expect(lastTold(first, [first, decision('ACCEPTED', 'DECLINED', 1)])).toBe('NEW');
  });
});
