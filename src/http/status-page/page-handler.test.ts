import { describe, expect, it } from 'vitest';
import { createViewLimit } from './page-handler.ts';

describe('the limit of views', () => {
  it('allows an address sixty views in a minute, and others as many', async () => {
    const limit = createViewLimit();
    const waits = [];
    for (let view = 1; view <= 61; view += 1) waits.push(await limit(`2001:db8::${view}`));
    expect(waits.slice(0, 60)).toEqual(Array(60).fill(null));
    expect(waits[60]).toBeGreaterThanOrEqual(1);
    expect(waits[60]).toBeLessThanOrEqual(60);
    expect(await limit('203.0.113.7')).toBeNull();
  });
});
