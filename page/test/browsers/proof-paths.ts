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
const watchWorkers = `(globalThis.solvedInWorkers = 0, globalThis.Worker = class extends Worker {
  constructor(...args) {
    super(...args);
    this.addEventListener('message', ({ data }) => { if (data) globalThis.solvedInWorkers += 1; });
  }
}, true)`;

/** Tests the proof that a form sends while the service has a guard. @param parts Called when a test runs. */
export function testProofs(parts: () => Parts): void {
  /** Sends the form that is shown. Resolves with the number of solutions that came from workers. */
  async function send(): Promise<unknown> {
    const { driver, fillIn, shown } = parts();
    await driver.evaluate(watchWorkers);
    await fillIn();
    await driver.click('button[type=submit]');
    await shown('.receipt');
    const solved = await driver.evaluate('globalThis.solvedInWorkers');
    await driver.click('.receipt footer .button-plain');
    return solved;
  }

  /** Resolves with the signals of the newest request, once it has its verdict. */
  async function newestSignals(): Promise<readonly string[]> {
    const { pool } = parts().service;
    const waiting = async () => (await pool.query("select from commission_requests where hold = 'pending'")).rowCount;
    await expect.poll(waiting).toBe(0);
    const text = `
      select kind from request_signals where request_id = (select id from commission_requests order by id desc limit 1)`;
    return (await pool.query<{ kind: string }>(text)).rows.map(({ kind }) => kind);
  }

  describe('its proof', () => {
    it('is solved in a worker under the policy that the page is served with, and counts', async () => {
      expect(await send()).toBe(1);
      expect(await newestSignals()).toEqual([]);
    });
  });

  describe('the element on a page of another origin', () => {
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

    it.each([
      ['in a worker, where its policy lets one start from a blob', ' worker-src blob:', 1],
      ['without a worker, where its policy names the service alone', '', 0],
      ['without a worker, where its policy lets none start', " worker-src 'none'", 0],
    ])('solves %s, and the proof counts', async (_, workers, solvedInWorkers) => {
      const { service, driver, shown } = parts();
      host.policy = `default-src 'none'; script-src ${service.address}; connect-src ${service.address};${workers}`;
      await driver.open(`${host.origin}/shop.html`);
      await driver.evaluate('(localStorage.clear(), sessionStorage.clear(), true)');
      await driver.open(`${host.origin}/shop.html`);
      await shown('#message');
      expect(await send()).toBe(solvedInWorkers);
      expect(await newestSignals()).toEqual([]);
    });
  });
}
