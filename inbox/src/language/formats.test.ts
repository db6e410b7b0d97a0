import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFormats, daysAfter } from './formats.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a day some days later', () => {
  it.each([
    ['2026-03-28T23:30', 1, '2026-03-29T23:30'],
    ['2026-10-24T00:30', 2, '2026-10-26T00:30'],
    ['2026-10-25T12:00', 30, '2026-11-24T12:00'],
  ])('has the same time of day when the clocks change: %s', (now, days, later) => {
    expect(new Date(daysAfter(Date.parse(now), days))).toEqual(new Date(later));
  });
});

describe('the age of a request', () => {
  const { age } = createFormats('en');

  it.each([
    ['2026-10-27T12:00', '2026-11-26T12:00', '30 days ago'],
    ['2026-10-26T23:30', '2026-11-26T12:00', 'Oct 26'],
    ['2025-12-20T12:00', '2026-11-26T12:00', 'Dec 20, 2025'],
  ])('is its day after 30 days: %s, seen %s, is %s', (at, now, said) => {
    expect(age(new Date(at).toISOString(), Date.parse(now))).toBe(said);
  });

  it.each([
    ['2026-11-25T23:00', '2026-11-26T22:59', '23 hr. ago'],
    ['2026-11-25T09:00', '2026-11-26T10:00', 'yesterday'],
    ['2026-11-24T23:00', '2026-11-26T01:00', '2 days ago'],
    ['2026-10-24T23:00', '2026-10-26T01:00', '2 days ago'],
    ['2026-03-28T12:00', '2026-03-30T11:30', '2 days ago'],
  ])('counts days of the calendar: %s, seen %s, is %s', (at, now, said) => {
    expect(age(new Date(at).toISOString(), Date.parse(now))).toBe(said);
  });

  it('is a day from the second one on, where there is little room', () => {
    const { ageOrDay } = createFormats('en');
    const shown = (now: string) => ageOrDay(new Date('2026-11-25T09:00').toISOString(), Date.parse(now));
    expect([shown('2026-11-26T08:00'), shown('2026-11-26T09:00')]).toEqual(['23 hr. ago', 'Nov 25']);
  });
});
