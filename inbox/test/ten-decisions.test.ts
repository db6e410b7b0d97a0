import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noisyPicture } from '../../page/test/support/files.ts';
import type { RequestStatus } from '../../src/customers/events/statuses.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage();
});

afterAll(() => stage.close());

/** Keys with the statuses that they set. */
const decisions: readonly [key: string, status: RequestStatus][] = [
  ['a', 'ACCEPTED'],
  ['d', 'DECLINED'],
  ['w', 'WAITLISTED'],
  ['a', 'ACCEPTED'],
  ['a', 'ACCEPTED'],
  ['d', 'DECLINED'],
  ['w', 'WAITLISTED'],
  ['a', 'ACCEPTED'],
  ['d', 'DECLINED'],
  ['a', 'ACCEPTED'],
];

/** How long somebody looks at a request that needs no thought. */
const readingMs = 500;

describe("an artist's morning", () => {
  it('has ten requests decided in 12 seconds, half a second of reading each', async () => {
    const names = decisions.map((_, index) => `Visitor ${decisions.length - index}`);
    for (const customerName of names.toReversed()) await stage.submit({ payload: { customerName } });
    const { page, faults } = await stage.open();
    await page.getByText('Visitor 10').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const startedAt = performance.now();
    for (const [index, [key]] of decisions.entries()) {
      await page.getByRole('heading', { level: 1, name: names[index] ?? '', exact: true }).waitFor();
      await page.waitForTimeout(readingMs);
      await page.keyboard.press(key);
    }
    await page
      .locator('.toast')
      .getByText(/: Visitor 1$/)
      .waitFor();
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`Ten decisions take ${seconds.toFixed(1)} s.`);
    expect(seconds).toBeLessThan(12);
    expect(await stage.inbox.ids({ status: ['NEW'] })).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
    await stage.clear();
  });

  it('ends with ten requests looked at and decided by three keys each, in less than two minutes', async () => {
    const ids: string[] = [];
    for (let number = 1; number <= 10; number += 1) {
      const files = [1, 2, 3].map((picture) => ({
        name: `picture ${picture} of ${number}.png`,
        type: 'image/png',
        content: noisyPicture(60, 40),
      }));
      ids.unshift(await stage.submit({ payload: { customerName: `Customer ${number}`, typeId: 'portrait' }, files }));
    }
    const { page, faults } = await stage.open();
    await page.getByText('Customer 10').first().waitFor();

    let presses = 0;
    const press = (pressed: string) => {
      presses += 1;
      return page.keyboard.press(pressed);
    };
    const startedAt = performance.now();
    await press('j');
    await press('Enter');
    await page.getByRole('heading', { name: 'Customer 10', exact: true }).waitFor();
    await press('p');
    for (const [index, [key]] of decisions.entries()) {
      // The person views the large pictures one by one.
      await page.getByRole('dialog', { name: `picture 1 of ${10 - index}.png` }).waitFor();
      await press('ArrowRight');
      await press('ArrowRight');
      await page.getByRole('dialog', { name: `picture 3 of ${10 - index}.png` }).waitFor();
      // The decision in the large view shows the pictures of the next request.
      await press(key);
    }
    expect(presses).toBe(3 + 3 * decisions.length);
    const statuses = async () => Promise.all(ids.map(async (id) => (await stage.inbox.reader.find(id))?.status));
    await until(statuses).toEqual(decisions.map(([, status]) => status));
    const seconds = (performance.now() - startedAt) / 1000;
    expect(seconds).toBeLessThan(120);

    // The last decision was a mistake. Undo is recorded in the history.
    await page.keyboard.press('u');
    await until(async () => (await stage.inbox.reader.find(ids[9] ?? ''))?.status).toBe('NEW');
    const events = await stage.inbox.reader.events(ids[9] ?? '');
    expect(events?.filter(({ kind }) => kind === 'status').map(({ to }) => to)).toEqual(['ACCEPTED', 'NEW']);
    expect(await stage.inbox.ids({ unread: true })).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
