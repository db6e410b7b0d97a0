import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../../../test/support/service.ts';
import { type Site, startSite } from '../support/site.ts';
import type { BrowserDriver } from './driver.ts';

interface Parts {
  readonly service: TestService;
  readonly driver: BrowserDriver;
  fillIn(): Promise<void>;
  shown(selector: string): Promise<void>;
}

/** Counts the solutions that workers send to the page. */
export const watchWorkers = `(globalThis.solvedInWorkers = 0, globalThis.Worker = class extends Worker {
  constructor(...args) {
    super(...args);
    this.addEventListener('message', ({ data }) => { if (data?.derivedKey) globalThis.solvedInWorkers += 1; });
  }
}, true)`;

export const solvedInWorkers = 'globalThis.solvedInWorkers';

/** Resolves with the signals of the newest request, once it has its verdict. */
export async function newestSignals({ pool }: TestService): Promise<readonly string[]> {
  const waiting = async () => (await pool.query("select from commission_requests where hold = 'pending'")).rowCount;
  await expect.poll(waiting).toBe(0);
  const text = `
    select kind from request_signals where request_id = (select id from commission_requests order by id desc limit 1)`;
  return (await pool.query<{ kind: string }>(text)).rows.map(({ kind }) => kind);
}

/** Tests the proof that a form on another site sends. @param parts Called when a test runs. */
export function testProofOfElement(parts: () => Parts): void {
  describe('the proof of the element on a page of another origin', () => {
    let host: Site;

    beforeAll(async () => {
      const { address } = parts().service;
      host = await startSite({ service: 'http://127.0.0.1:1' });
      host.pages.set(
        '/shop.html',
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
         <commission-form endpoint="${address}"></commission-form><script src="${address}/embed.js"></script></html>`,
      );
    });

    afterAll(() => host.close());

    it('is solved in a worker where its policy lets one start, else without, and counts', async () => {
      const { service, driver, fillIn, shown } = parts();
      for (const [workers, solved] of [
        [' worker-src blob:', 1],
        ['', 0],
        [" worker-src 'none'", 0],
      ] as const) {
        host.policy = `default-src 'none'; script-src ${service.address}; connect-src ${service.address};${workers}`;
        await driver.open(`${host.origin}/shop.html`);
        await driver.evaluate('(localStorage.clear(), sessionStorage.clear(), true)');
        await driver.open(`${host.origin}/shop.html`);
        await shown('#message');
        await driver.evaluate(watchWorkers);
        await fillIn();
        await driver.click('button[type=submit]');
        await shown('.receipt');
        expect(await driver.evaluate(solvedInWorkers), workers).toBe(solved);
        expect(await newestSignals(service)).toEqual([]);
      }
    });
  });
}
