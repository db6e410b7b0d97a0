import { describe, expect, it } from 'vitest';
import { groupByDay } from './history-days.ts';

const at = (...date: [number, number, number, number, number]) => ({ at: new Date(...date).toISOString() });

describe('the history', () => {
  it('is grouped by the days of the browser, in its order', () => {
    const events = [at(2026, 11, 3, 0, 5), at(2026, 11, 2, 23, 55), at(2026, 11, 2, 8, 0)];
    expect(groupByDay(events)).toEqual([
      { day: '2026-12-03', events: events.slice(0, 1) },
      { day: '2026-12-02', events: events.slice(1) },
    ]);
    expect(groupByDay([])).toEqual([]);
  });
});
