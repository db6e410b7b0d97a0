import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { freePort } from './free-port.ts';

describe('a free port', () => {
  it('is not given by the system to a process that asks for any port', async () => {
    const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');
    const lowest = Number(range.split('\t')[0]);
    const ports = await Promise.all(Array.from({ length: 50 }, freePort));
    expect(Math.max(...ports)).toBeLessThan(lowest);
  });
});
