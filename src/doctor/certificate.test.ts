import { describe, expect, it } from 'vitest';
import { judgeCertificate } from './certificate.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const from = new Date('2026-01-01T00:00:00Z');

/** Judges a certificate at a time before its end. */
function judge(lifeMs: number, leftMs: number) {
  const to = new Date(from.getTime() + lifeMs);
  return judgeCertificate('form.example.org', { from, to }, new Date(to.getTime() - leftMs));
}

describe('the end of a certificate', () => {
  it.each([
    ['six days', 160 * hourMs, 33 * hourMs, 31 * hourMs],
    ['47 days', 47 * dayMs, 10 * dayMs, 9 * dayMs],
    ['90 days', 90 * dayMs, 15 * dayMs, 13 * dayMs],
    ['a year', 365 * dayMs, 15 * dayMs, 13 * dayMs],
  ])('is near in time to act for one of %s', (_name, lifeMs, before, after) => {
    expect([judge(lifeMs, before).verdict, judge(lifeMs, after).verdict]).toEqual(['ok', 'warning']);
  });

  it('is given in hours when it is near, and beside the whole life', () => {
    expect(judge(160 * hourMs, 90 * 60_000).found).toBe(
      'The certificate of form.example.org expires in 1 hour, of 6 days in all',
    );
    expect(judge(47 * dayMs, 3 * dayMs).found).toContain('expires in 3 days, of 47 days in all');
    expect(judge(160 * hourMs, 40 * hourMs).found).toContain('valid for 40 hours more');
  });
});
