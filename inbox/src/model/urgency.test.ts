import { describe, expect, it } from 'vitest';
import { openStatuses, requestStatuses } from '../../../src/events/statuses.ts';
import { urgencyOf } from './urgency.ts';

const now = new Date(2026, 1, 3, 12).getTime();

describe('the urgency of a request', () => {
  it.each([
    ['2026-02-02', 'overdue'],
    ['2026-02-03', 'today'],
    ['2026-02-04', 'later'],
    [null, null],
  ])('compares the due day %s with today: %s', (dueOn, urgency) => {
    expect(urgencyOf({ dueOn, status: 'ACCEPTED' }, now)).toBe(urgency);
  });

  it('is "later" when the request needs no more work', () => {
    const closed = requestStatuses.filter((status) => !openStatuses.some((open) => open === status));
    expect(closed).toEqual(['COMPLETED', 'DECLINED', 'CANCELLED', 'SPAM']);
    for (const status of closed) {
      expect(['2026-02-02', '2026-02-03'].map((dueOn) => urgencyOf({ dueOn, status }, now))).toEqual([
        'later',
        'later',
      ]);
    }
  });
});
