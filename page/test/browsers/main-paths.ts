import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.ts';
import { createFileFolder, type FileFolder, smallPicture } from '../support/files.ts';
import { type BrowserDriver, elementOf } from './driver.ts';
import { testProofs } from './proof-paths.ts';

/** Tests the most common paths of customers in one browser. */
export function testMainPaths(browser: string, launch: () => Promise<BrowserDriver>): void {
  describe(`the page in ${browser}`, () => {
    let service: TestService;
    let folder: FileFolder;
    let driver: BrowserDriver;

    beforeAll(async () => {
      folder = await createFileFolder();
      service = await startTestService({
        CATALOGUE_FILE: await folder.write('studio.json', Buffer.from('{"guard":{"mode":"watch"}}')),
        CORS_ALLOWED_ORIGINS: '*',
      });
      driver = await launch();
    });

    afterAll(async () => {
      await driver.close();
      await folder.remove();
      await service.close();
    });

    beforeEach(async () => {
      await driver.open(`${service.address}/docs`);
      await driver.evaluate('(localStorage.clear(), sessionStorage.clear(), true)');
      await driver.open(`${service.address}/`);
      await shown('#message');
    });

    const textOf = async (selector: string) =>
      String(await driver.evaluate(`${elementOf(selector)}?.textContent ?? ''`));

    async function shown(selector: string): Promise<void> {
      await expect.poll(() => driver.evaluate(`${elementOf(selector)} !== null`)).toBe(true);
    }

    async function fillIn(): Promise<void> {
      await driver.type('#customerName', 'Zoe Miller');
      await driver.type('#customerEmail', 'zoe@example.org');
      await driver.type('#message', 'Two cats, in oil');
    }

    it('sends a form with two files, and shows the receipt', async () => {
      await fillIn();
      await driver.attach('input[type=file]', [
        await folder.write('cat.png', smallPicture),
        await folder.write('notes.txt', Buffer.from('in oil')),
      ]);
      await expect.poll(() => driver.evaluate(`form.querySelectorAll('.attachments li').length`)).toBe(2);
      await driver.click('button[type=submit]');
      await shown('.receipt');
      expect(await textOf('.request-number code')).toMatch(/^\w{4}-\w{4}$/);
      expect(await service.stored()).toMatchObject({ requests: 1, files: 2, intents: 0 });
      const { rows } = await service.pool.query('select customer_name, message from commission_requests');
      expect(rows).toEqual([{ customer_name: 'Zoe Miller', message: 'Two cats, in oil' }]);
      await driver.click('.receipt footer .button-plain');
    });

    it('shows what is at fault, and sends nothing', async () => {
      const before = await service.stored();
      await driver.type('#customerEmail', 'nobody');
      await driver.click('button[type=submit]');
      await shown('#customerName-error');
      expect(await textOf('#customerEmail-error')).not.toBe('');
      const invalid = `${elementOf('#customerName')}.getAttribute('aria-invalid')`;
      await expect.poll(() => driver.evaluate(invalid)).toBe('true');
      expect(await service.stored()).toEqual(before);
    });

    it('does not take a file over the limit, and says so', async () => {
      await driver.attach('input[type=file]', [await folder.write('large.tif', Buffer.alloc(10_485_761))]);
      await expect.poll(() => textOf('.complaint .error')).toMatch(/^large\.tif is too large/);
      expect(await driver.evaluate(`form.querySelectorAll('.attachments li').length`)).toBe(0);
    });

    it('stands from right to left in Arabic, within its window', async () => {
      await driver.evaluate(
        `(${elementOf('.language select')}.value = 'ar',
          ${elementOf('.language select')}.dispatchEvent(new Event('change', { bubbles: true })))`,
      );
      await expect.poll(() => driver.evaluate('document.documentElement.dir')).toBe('rtl');
      expect(await driver.evaluate(`getComputedStyle(${elementOf('.title')}).direction`)).toBe('rtl');
      const [label, button, page] = (await driver.evaluate(
        `[${elementOf('label[for=customerName]')}.getBoundingClientRect().right,
          ${elementOf('button[type=submit]')}.getBoundingClientRect().right,
          document.documentElement.clientWidth]`,
      )) as [number, number, number];
      expect(Math.min(label, button)).toBeGreaterThan(page / 2);
      expect(await driver.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await fillIn();
      await driver.click('button[type=submit]');
      await shown('.receipt');
      await driver.click('.receipt footer .button-plain');
    });

    testProofs(() => ({ service, driver, fillIn, shown }));
  });
}
