import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCustomerMail, mailServerEnv } from './support/customer-mail.ts';
import { rowOf } from './support/rows.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';

let stage: InboxPageStage;
let id: string;

beforeAll(async () => {
  stage = await setInboxStage(mailServerEnv);
  await addCustomerMail(stage, ['request.status_changed']);
});

afterAll(() => stage.close());

beforeEach(async () => {
  await stage.clear();
  id = await stage.inbox.store({ name: 'Zoë' });
});

const statusOf = async (request: string) => (await stage.inbox.reader.find(request))?.status;

/** Ends the waiting delivery as if it had been sent. */
const sendMail = () =>
  stage.service.pool.query(
    `update deliveries set state = 'delivered', attempt = 1, due_at = null, finished_at = now()
     where request_id = $1 and state = 'pending'`,
    [id],
  );

/** Opens the list and accepts its first request. */
async function accept() {
  const { page, faults } = await stage.open();
  await rowOf(page, 'Zoë').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await until(() => statusOf(id)).toBe('ACCEPTED');
  return { page, faults, toast: page.locator('.toast') };
}

describe('an undo', () => {
  it('says that the customer was mailed about the decision', async () => {
    const { page, faults, toast } = await accept();
    await sendMail();
    await page.keyboard.press('u');
    await toast.getByText('Zoë is back to New. But the customer has been told of your decision').waitFor();
    await until(() => statusOf(id)).toBe('NEW');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('says nothing of a mail that it has stopped', async () => {
    const { page, toast } = await accept();
    await page.keyboard.press('u');
    await toast.getByText('Undone: Zoë is back to New.').waitFor();
    await page.context().close();
  });
});
