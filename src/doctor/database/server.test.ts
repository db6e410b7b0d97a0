import { describe, expect, it } from 'vitest';
import { judgeVersion } from './server.ts';

describe('the check of the version', () => {
  it.each([
    ['14.20', 14, '2026-11-22', 'wrong'],
    ['15.14', 15, '2027-11-11', 'ok'],
    ['15.14', 15, '2027-11-12', 'warning'],
    ['18.4', 18, '2026-11-22', 'ok'],
    ['99.1', 99, '2040-01-01', 'ok'],
  ])('finds PostgreSQL %s (%i) on %s %s', (version, major, day, verdict) => {
    expect(judgeVersion(version, major, new Date(day))).toMatchObject({
      verdict,
      found: expect.stringContaining(version),
    });
  });
});
