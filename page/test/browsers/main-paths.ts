import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.ts';
import { createFileFolder, type FileFolder, smallPicture } from '../support/files.ts';
import { locatedPhoto, worstPicture } from '../support/location-pictures.ts';
import { type BrowserDriver, elementOf } from './driver.ts';
import { newestSignals, solvedInWorkers, testProofOfElement, watchWorkers } from './proof-paths.ts';

const studio = {
  guard: { mode: 'watch' },
  questions: [{ id: 'due', kind: 'date', label: { en: 'When do you need it?' } }],
};

/** The differences between browsers. */
interface Engine {
  /** How many of two files of a draft its IndexedDB stores. */
  readonly keptFiles: number;
  /** The keys for 1 March 2027, or null where no keys reach the parts of a date. */
  readonly dateKeys: string | null;
}

const usual: Engine = { keptFiles: 2, dateKeys: '03012027' };

/** Tests the most common paths of customers in one browser. */
export function testMainPaths(browser: string, launch: () => Promise<BrowserDriver>, engine = usual): void {
  describe(`the page in ${browser}`, () => {
    let service: TestService;
    let folder: FileFolder;
    let driver: BrowserDriver;

    beforeAll(async () => {
      folder = await createFileFolder();
      service = await startTestService({
        CATALOGUE_FILE: await folder.write('studio.json', Buffer.from(JSON.stringify(studio))),
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

    const attachedFiles = () => driver.evaluate(`form.querySelectorAll('.attachments li').length`);

    async function attachTwo(): Promise<void> {
      await driver.attach('input[type=file]', [
        await folder.write('cat.png', smallPicture),
        await folder.write('notes.txt', Buffer.from('in oil')),
      ]);
      await expect.poll(attachedFiles).toBe(2);
    }

    async function fillIn(): Promise<void> {
      await driver.type('#customerName', 'Zoe Miller');
      await driver.type('#customerEmail', 'zoe@example.org');
      await driver.type('#message', 'Two cats, in oil');
    }

    it('names the faults, sends a form with two files and the proof of a worker, and shows the receipt', async () => {
      await driver.click('button[type=submit]');
      const invalid = `${elementOf('#customerEmail')}.getAttribute('aria-invalid')`;
      await expect.poll(() => driver.evaluate(invalid)).toBe('true');
      expect(await textOf('#customerName-error')).not.toBe('');
      expect(await service.stored()).toMatchObject({ requests: 0 });
      await driver.evaluate(watchWorkers);
      await fillIn();
      await attachTwo();
      await driver.click('button[type=submit]');
      await shown('.receipt');
      expect(await driver.evaluate(solvedInWorkers)).toBe(1);
      expect(await newestSignals(service)).toEqual([]);
      expect(await textOf('.request-number code')).toMatch(/^\w{4}-\w{4}$/);
      expect(await service.stored()).toMatchObject({ requests: 1, files: 2, intents: 0 });
      const { rows } = await service.pool.query('select customer_name, message from commission_requests');
      expect(rows).toEqual([{ customer_name: 'Zoe Miller', message: 'Two cats, in oil' }]);
      await driver.click('.receipt footer .button-plain');
    });

    it('keeps the entries, a date and files too, over a reload', async () => {
      await fillIn();
      const date = `${elementOf('#question-0')}.value`;
      const written = engine.dateKeys === null ? '' : '2027-03-01';
      if (engine.dateKeys !== null) await driver.type('#question-0', engine.dateKeys);
      await expect.poll(() => driver.evaluate(date)).toBe(written);
      await attachTwo();
      const kept = `Object.keys(localStorage)
        .filter((key) => key.startsWith('commission-draft '))
        .map((key) => JSON.parse(localStorage.getItem(key)))
        .map(({ isWhole, fileIds }) => [isWhole, fileIds.length])`;
      await expect.poll(() => driver.evaluate(kept)).toEqual([[true, 2]]);
      await driver.open(`${service.address}/docs`);
      await driver.open(`${service.address}/`);
      await shown('#message');
      expect(await driver.evaluate(`${elementOf('#message')}.value`)).toBe('Two cats, in oil');
      expect(await driver.evaluate(date)).toBe(written);
      await expect.poll(attachedFiles).toBe(engine.keptFiles);
    });

    it('names a picture that has a location, and a file that could not be read', async () => {
      await driver.attach('input[type=file]', [
        await folder.write('dog.png', await locatedPhoto('png')),
        await folder.write('worst.png', worstPicture()),
      ]);
      const notes = `[...form.querySelectorAll('.notice p:first-child, p.notice')].map((one) => one.textContent)`;
      await expect
        .poll(() => driver.evaluate(notes))
        .toEqual([
          'These pictures tell where they were taken: dog.png',
          'It could not be checked whether these files tell where they were taken: worst.png',
        ]);
    });

    it('stands from right to left in Arabic, within its window', async () => {
      await driver.evaluate(
        `(${elementOf('.language select')}.value = 'ar',
          ${elementOf('.language select')}.dispatchEvent(new Event('change', { bubbles: true })))`,
      );
      await expect.poll(() => driver.evaluate('document.documentElement.dir')).toBe('rtl');
      expect(await driver.evaluate(`getComputedStyle(${elementOf('.title')}).direction`)).toBe('rtl');
      const [label, title, page] = (await driver.evaluate(
        `[${elementOf('label[for=customerName]')}.getBoundingClientRect().right,
          ${elementOf('.title')}.getBoundingClientRect().right,
          document.documentElement.clientWidth]`,
      )) as [number, number, number];
      expect(Math.min(label, title)).toBeGreaterThan(page / 2);
      expect(await driver.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });

    testProofOfElement(() => ({ service, driver, fillIn, shown }));
  });
}
