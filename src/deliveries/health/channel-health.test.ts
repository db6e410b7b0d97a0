import { describe, expect, it } from 'vitest';
import { judgeChannel } from './channel-health.ts';

const now = new Date('2026-11-22T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

describe('the health of a channel', () => {
  it.each([
    [{ state: 'enabled', lastDeliveredAt: null, failingSince: null }, 'idle'],
    [{ state: 'enabled', lastDeliveredAt: minutesAgo(1), failingSince: null }, 'healthy'],
    [{ state: 'enabled', lastDeliveredAt: minutesAgo(90), failingSince: minutesAgo(59) }, 'failing'],
    [{ state: 'enabled', lastDeliveredAt: minutesAgo(90), failingSince: minutesAgo(60) }, 'broken'],
    [{ state: 'enabled', lastDeliveredAt: null, failingSince: minutesAgo(61) }, 'broken'],
    [{ state: 'held', lastDeliveredAt: null, failingSince: minutesAgo(61) }, 'held'],
    [{ state: 'disabled', lastDeliveredAt: null, failingSince: null }, 'disabled'],
  ] as const)('judges %j as %s', (record, verdict) => {
    expect(judgeChannel(record, now)).toBe(verdict);
  });
});
