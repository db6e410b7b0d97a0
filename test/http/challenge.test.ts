import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { solvedChallenge } from '../support/solved-challenge.ts';

let directory: string;
let service: TestService;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'challenge-'));
  service = await start('watch');
});

afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true });
});

async function start(mode: string): Promise<TestService> {
  const file = join(directory, `${mode}.json`);
  await writeFile(file, JSON.stringify({ guard: { mode } }));
  return startTestService({ CATALOGUE_FILE: file, TRUSTED_PROXIES: '127.0.0.1' });
}

const ask = (address: string) =>
  fetch(`${service.address}/api/v1/challenge`, { headers: { 'x-forwarded-for': address } });

describe('a challenge', () => {
  it('is not there until the guard is switched on', async () => {
    const off = await start('off');
    try {
      expect((await fetch(`${off.address}/api/v1/challenge`)).status).toBe(404);
      expect(await (await fetch(`${off.address}/api/v1/catalogue`)).json()).not.toHaveProperty('guard');
    } finally {
      await off.close();
    }
  });

  it('is signed, kept by no cache, and announced by the catalogue', async () => {
    const response = await ask('198.51.100.1');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.json()).toMatchObject({
      parameters: { algorithm: 'PBKDF2/SHA-256', nonce: expect.any(String), data: { until: expect.any(Number) } },
      signature: expect.any(String),
    });
    expect(await (await fetch(`${service.address}/api/v1/catalogue`)).json()).toMatchObject({ guard: { proof: true } });
    expect(await solvedChallenge(service.address)).toMatch(/^[A-Za-z0-9+/=]{100,4096}$/);
  });

  it('is given sixty times a minute to one network, and to others all the while', async () => {
    const asked = await Promise.all(Array.from({ length: 64 }, (_, host) => ask(`203.0.113.${host}`)));
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(60);
    const refused = asked.filter(({ status }) => status === 429);
    expect(refused.map(({ headers }) => Number(headers.get('retry-after')) > 0)).toEqual([true, true, true, true]);
    expect((await ask('203.0.114.1')).status).toBe(200);
    expect((await ask('2001:db8:1::1')).status).toBe(200);
  });
});
