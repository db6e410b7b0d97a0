import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lanHost, launchChromium, openPage } from './support/browser.ts';
import { studioCatalogue } from './support/catalogue.ts';
import { fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  // The guard is a key of the studio's document; the catalogue for customers says only that a proof is wanted.
  const studio = { ...studioCatalogue, guard: { mode: 'watch' } } as unknown as typeof studioCatalogue;
  stage = await setStage({ catalogue: studio });
});

afterAll(() => stage.close());

async function openFilled(prepare: (page: Page) => Promise<void> = async () => {}): Promise<Page> {
  const { page } = await stage.open();
  await prepare(page);
  await fillIn(page);
  return page;
}

/** Resolves with the signals of the newest request, once it has its verdict. */
async function newestSignals(): Promise<readonly string[]> {
  const { pool } = stage.service;
  const waiting = async () =>
    (await pool.query("select count(*)::int as count from commission_requests where hold = 'pending'")).rows[0].count;
  await expect.poll(waiting).toBe(0);
  const text = `
    select kind from request_signals
    where request_id = (select id from commission_requests order by id desc limit 1) order by kind`;
  return (await pool.query<{ kind: string }>(text)).rows.map(({ kind }) => kind);
}

describe('the proof of the page', () => {
  it('is solved in a worker under the page’s own policy, and counts', async () => {
    const page = await openFilled();
    const worker = page.waitForEvent('worker');
    await sendButton(page).click();
    expect((await worker).url()).toMatch(/assets\/solver-worker-[\w-]+\.js$/);
    await receipt(page).waitFor();
    expect(await newestSignals()).toEqual([]);
  });

  it('is solved in the page where no worker may start, or without workers', async () => {
    const refuseWorkers = () => {
      window.Worker = class {
        constructor() {
          throw new Error('No worker may start');
        }
      } as unknown as typeof Worker;
    };
    for (const prepare of [refuseWorkers, () => void Reflect.deleteProperty(window, 'Worker')]) {
      const page = await openFilled(async (opened) => {
        await opened.addInitScript(prepare);
        await opened.reload();
      });
      await sendButton(page).click();
      await receipt(page).waitFor();
      expect(page.workers()).toEqual([]);
      expect(await newestSignals()).toEqual([]);
    }
  });

  it('counts in a browser without WebAssembly', async () => {
    // As in browsers that are locked down.
    const browser = await launchChromium(['--js-flags=--jitless']);
    try {
      const { page } = await openPage(browser, stage.site.url);
      expect(await page.evaluate(() => typeof WebAssembly)).toBe('undefined');
      await fillIn(page);
      await sendButton(page).click();
      await receipt(page).waitFor();
      expect(await newestSignals()).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('is solved where a page without TLS has no WebCrypto, and counts', async () => {
    const page = await openFilled(async (opened) => {
      await opened.goto(stage.site.url.replace('127.0.0.1', lanHost));
    });
    expect(await page.evaluate(() => [location.hostname, isSecureContext, typeof crypto.subtle])).toEqual([
      lanHost,
      false,
      'undefined',
    ]);
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(await newestSignals()).toEqual([]);
  });

  it('is left out once its customer sends anyway, which ten seconds of work or of silence allow', async () => {
    // No attempt solves it, so that the worker is at work for as long as the customer waits.
    const unsolvable = async (route: Route) => {
      const response = await route.fetch();
      const { parameters, signature } = await response.json();
      const json = { parameters: { ...parameters, keyPrefix: 'f'.repeat(64) }, signature };
      await route.fulfill({ response, json });
    };
    const silent = () => {};
    for (const [answer, workers] of [
      [unsolvable, 1],
      [silent, 0],
    ] as const) {
      const page = await openFilled(async (opened) => {
        await opened.clock.install();
        await opened.route('**/api/v1/challenge', answer);
        await opened.reload();
      });
      await sendButton(page).click();
      await page.getByRole('progressbar', { name: 'Checking that a browser sends this' }).waitFor();
      await expect.poll(() => page.workers()).toHaveLength(workers);
      // The element that counts the seconds announces it.
      await page.getByRole('status').getByText('Checking that a browser sends this').waitFor();
      expect(await page.getByRole('button', { name: 'Send anyway' }).count()).toBe(0);
      await page.clock.fastForward(10_000);
      await page.getByRole('button', { name: 'Send anyway' }).click();
      await receipt(page).waitFor();
      expect(await newestSignals()).toEqual(['proof-missing']);
      await expect.poll(() => page.workers()).toEqual([]);
    }
  });
});
