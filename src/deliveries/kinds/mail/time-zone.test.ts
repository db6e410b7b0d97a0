import { describe, expect, it } from 'vitest';
import { isTimeZone, lastTimeOf } from './time-zone.ts';

describe('a time zone', () => {
  it.each([
    'UTC',
    'Etc/UTC',
    'Europe/Berlin',
    'Europe/Kyiv',
    'Europe/Kiev',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'America/Argentina/Buenos_Aires',
  ])('is read from its name: %s', (name) => expect(isTimeZone(name)).toBe(true));

  it.each(['', '/', 'Mars/Olympus', 'IST', 'PST', '+05:30', 'Europe', 'Europe/Berlin '])(
    'is not read from %j',
    (name) => expect(isTimeZone(name)).toBe(false),
  );

  it.each([
    ['UTC', 9, '2026-11-23T09:00:00Z', '2026-11-23T09:00:00.000Z'],
    ['UTC', 9, '2026-11-23T08:59:59Z', '2026-11-22T09:00:00.000Z'],
    ['UTC', 0, '2026-11-23T23:59:59Z', '2026-11-23T00:00:00.000Z'],
    ['Asia/Calcutta', 8, '2026-11-23T03:00:00Z', '2026-11-23T02:30:00.000Z'],
    ['Asia/Kathmandu', 23, '2026-11-23T17:14:59Z', '2026-11-22T17:15:00.000Z'],
    ['America/Los_Angeles', 20, '2026-11-23T03:59:59Z', '2026-11-22T04:00:00.000Z'],
    ['Pacific/Kiritimati', 7, '2026-11-22T17:00:00Z', '2026-11-22T17:00:00.000Z'],
    ['Europe/Berlin', 9, '2026-03-29T06:00:00Z', '2026-03-28T08:00:00.000Z'],
    ['Europe/Berlin', 9, '2026-03-29T07:00:00Z', '2026-03-29T07:00:00.000Z'],
    ['Europe/Berlin', 9, '2026-10-25T08:00:00Z', '2026-10-25T08:00:00.000Z'],
    ['Europe/Berlin', 9, '2026-10-25T07:30:00Z', '2026-10-24T07:00:00.000Z'],
    ['Europe/Berlin', 2, '2026-03-29T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['Europe/Berlin', 2, '2026-10-25T00:30:00Z', '2026-10-25T00:00:00.000Z'],
    ['Europe/Berlin', 2, '2026-10-25T12:00:00Z', '2026-10-25T00:00:00.000Z'],
    ['Europe/Berlin', 3, '2026-10-25T12:00:00Z', '2026-10-25T02:00:00.000Z'],
    ['America/Havana', 0, '2026-11-01T12:00:00Z', '2026-11-01T04:00:00.000Z'],
  ])('has a last time (%s) when it was %i; seen at %s: %s', (timeZone, hour, now, expected) =>
    expect(lastTimeOf(hour, timeZone, new Date(now)).toISOString()).toBe(expected),
  );

  it.each([
    ['Europe/Berlin', 2, '2026-10-24', '2026-10-26'],
    ['America/New_York', 1, '2026-10-31', '2026-11-02'],
    ['Atlantic/Azores', 0, '2026-10-24', '2026-10-26'],
  ])('has one last time a day, in an hour that comes twice too: %s at %i', (timeZone, hour, from, to) => {
    const times = new Set<number>();
    for (let at = Date.parse(`${from}T12:00Z`); at < Date.parse(`${to}T12:00Z`); at += 15 * 60_000) {
      times.add(lastTimeOf(hour, timeZone, new Date(at)).getTime());
    }
    expect(times.size).toBe(3);
  });

  it.each([
    ['Europe/Berlin', '2026-03-27', '2026-10-23'],
    ['America/New_York', '2026-03-06', '2026-10-30'],
    ['Australia/Lord_Howe', '2026-04-03', '2026-10-02'],
  ])(
    'has a last time that is at most 25 hours ago and never goes back when the clocks change: %s',
    (timeZone, ...days) => {
      const stepMs = 15 * 60_000;
      for (const hour of [0, 1, 2, 3, 9]) {
        for (const day of days) {
          let last = 0;
          for (let at = Date.parse(day); at < Date.parse(day) + 4 * 86_400_000; at += stepMs) {
            const time = lastTimeOf(hour, timeZone, new Date(at)).getTime();
            expect(time).toBeGreaterThanOrEqual(last);
            expect(time).toBeLessThanOrEqual(at);
            expect(at - time).toBeLessThanOrEqual(25 * 3_600_000);
            last = time;
          }
        }
      }
    },
  );
});
