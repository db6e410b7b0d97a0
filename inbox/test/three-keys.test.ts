import { describe, expect, it } from 'vitest';
import { noisyPicture } from '../../page/test/support/files.ts';
import type { RequestStatus } from '../../src/events/statuses.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();

/** Keys with the statuses that they set. */
const decisions: readonly [key: string, status: RequestStatus][] = [
  ['a', 'ACCEPTED'],
  ['d', 'DECLINED'],
  ['w', 'WAITLISTED'],
  ['a', 'ACCEPTED'],
];

describe("an artist's morning", () => {
  it('has each request viewed and decided by three keys', async () => {
    const ids: string[] = [];
    for (let number = 1; number <= decisions.length; number += 1) {
      const files = [1, 2, 3].map((picture) => ({
        name: `picture ${picture} of ${number}.png`,
        type: 'image/png',
        content: noisyPicture(60, 40),
      }));
      ids.unshift(await stage.submit({ payload: { customerName: `Customer ${number}`, typeId: 'portrait' }, files }));
    }
    const { page } = await stage.open();
    await page.getByText('Customer 4').first().waitFor();

    let presses = 0;
    const press = (pressed: string) => {
      presses += 1;
      return page.keyboard.press(pressed);
    };
    await press('j');
    await press('Enter');
    await page.getByRole('heading', { name: 'Customer 4', exact: true }).waitFor();
    await press('p');
    for (const [index, [key]] of decisions.entries()) {
      // The person views the large pictures one by one.
      await page.getByRole('dialog', { name: `picture 1 of ${decisions.length - index}.png` }).waitFor();
      await press('ArrowRight');
      await press('ArrowRight');
      await page.getByRole('dialog', { name: `picture 3 of ${decisions.length - index}.png` }).waitFor();
      // The decision in the large view shows the pictures of the next request.
      await press(key);
    }
    expect(presses).toBe(3 + 3 * decisions.length);
    const last = ids.at(-1) ?? '';
    const statuses = async () => Promise.all(ids.map(async (id) => (await stage.inbox.reader.find(id))?.status));
    await until(statuses).toEqual(decisions.map(([, status]) => status));

    // The last decision was a mistake. Undo is recorded in the history.
    await page.keyboard.press('u');
    await until(async () => (await stage.inbox.reader.find(last))?.status).toBe('NEW');
    const events = await stage.inbox.reader.events(last);
    expect(events?.filter(({ kind }) => kind === 'status').map(({ to }) => to)).toEqual(['ACCEPTED', 'NEW']);
    expect(await stage.inbox.ids({ unread: true })).toEqual([]);
  });
});
