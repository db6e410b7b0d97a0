import { describe, expect, it } from 'vitest';
import { openingMode } from './reason-text.ts';

describe('the mode that opens a form', () => {
  const now = Date.parse('2026-11-27T12:00Z');

  it.each([
    [null, null, 'open'],
    ['2026-11-01T00:00:00Z', null, 'scheduled'],
    ['2026-12-01T00:00:00Z', null, 'open'],
    [null, '2026-12-01T00:00:00Z', 'scheduled'],
    [null, '2026-11-01T00:00:00Z', 'open'],
    ['2026-11-01T00:00:00Z', '2026-11-27T12:00:00Z', 'open'],
  ])('is its schedule only where that has it open: from %s to %s', (opensAt, closesAt, mode) => {
    expect(openingMode({ opensAt, closesAt }, now)).toBe(mode);
  });
});
