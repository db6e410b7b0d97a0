import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallPicture } from '../../page/test/support/files.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';
import type { OpenInbox } from './support/windows.ts';

const stage = inboxOfFile();
let id: string;

/** Payloads that open a browser dialog when they run, or violate the page's policy when they are blocked. */
const attacks = [
  '"><img src=x onerror=alert(1)>',
  '<script>alert(2)</script>',
  "'-alert(3)-'",
  '<svg/onload=alert(4)>',
  '{{constructor.constructor("alert(5)")()}}',
  '</title></textarea></style><iframe srcdoc="<script>alert(6)</script>">',
  'javascript:alert(7)',
] as const;
const all = attacks.join(' ');

beforeAll(async () => {
  id = await stage.submit({
    payload: {
      customerName: `Mallory ${attacks[0]}`,
      customerEmail: 'mallory+"x"@example.org'.replaceAll('"', ''),
      customerSocials: all,
      message: `${all}\nhttps://example.org/"><script>alert(8)</script> http://a.example/?x=javascript:alert(9)`,
      typeId: all,
      optionId: all,
      customCardId: all,
      extraIds: ['frame', all],
    },
    files: [
      { name: `${attacks[0]}.png`, type: 'image/png', content: smallPicture },
      {
        name: 'a.svg',
        type: 'image/svg+xml',
        content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(10)</script></svg>'),
      },
      { name: 'b.html', type: 'text/html;image/png', content: Buffer.from('<script>alert(11)</script>') },
    ],
  });
  // Values from a header and from another person.
  await stage.service.pool.query('update commission_requests set user_agent = $2 where id = $1', [id, all]);
  const { editor, actor } = stage.inbox;
  await editor.change(id, 1, { labels: ['<b>label</b>', "'-alert(12)-'"], publicMessage: all }, actor);
  await editor.addEntry(id, { kind: 'note', text: all }, actor);
  const { sessions } = stage.accounts;
  await sessions.start((await stage.personOf('owner')).id, { ipAddress: null, userAgent: all });
});

/** Checks that the page shows the payloads as plain text. */
async function expectHarmless({ page, faults }: OpenInbox): Promise<void> {
  expect(
    await page.locator('script:not([src]), iframe, object, embed, [onerror], [onload], a[href^="javascript"]').count(),
  ).toBe(0);
  expect(faults).toEqual([]);
}

const openAt = (path: string) => stage.open({ role: 'owner', path });
const shows = (page: Page, text: string) => page.getByText(text, { exact: false }).first().waitFor();

describe('the watch of these tests', () => {
  it('hears of anything that breaks the policy of the page', async () => {
    const { page, faults } = await openAt('/board');
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'alert(13)' }));
    });
    await until(() => faults).toEqual([expect.stringContaining('script-src')]);
    faults.pop();
  });
});

describe("a stranger's text", () => {
  it('stays text in the request, in the report of a decision, on the board and in the settings', async () => {
    const opened = await openAt(`/requests/${id}`);
    const { page } = opened;
    await page.locator('article.request').waitFor();
    await shows(page, '<svg/onload=alert(4)>');
    await page.locator('.timeline .change').first().waitFor();
    await page.locator('.folded summary').last().click();
    await page.locator('.exact-text button').first().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    for (const index of [0, 1, 2]) {
      await page.locator('.picture-strip .frame').nth(index).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Erase this request' }).click();
    await page.getByRole('dialog').getByText('Mallory').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.decisions .waitlist').click();
    await page.locator('.toast').getByText('Mallory').waitFor();
    await page.keyboard.press('u');
    await page.locator('.toast').getByText('Undone').waitFor();
    await expectHarmless(opened);
    await page.goto(`${stage.url}/board`);
    await page.locator('.board-card').first().waitFor();
    await shows(page, '<b>label</b>');
    await expectHarmless(opened);
    await page.goto(`${stage.url}/settings/account`);
    await page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem').first().waitFor();
    await expectHarmless(opened);
    for (const section of ['people', 'tokens', 'history']) {
      await page.goto(`${stage.url}/settings/${section}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (section === 'history') await shows(page, 'wrote a note');
      await expectHarmless(opened);
    }
  });

  it('is shown in part where a request has tens of thousands of extras', async () => {
    const extraIds = Array.from({ length: 50_000 }, (_, index) => index.toString(36));
    const { page } = await openAt(`/requests/${await stage.submit({ payload: { extraIds } })}`);
    await page.getByText('+50,000 extras').click();
    const shown = page.locator('.order li');
    await shown.last().waitFor();
    expect(await shown.allTextContents()).toEqual([...extraIds.slice(0, 200), '… (49800)'].map((text) => `+ ${text}`));
  });

  it('is shown in part where an id has hundreds of thousands of characters', async () => {
    const long = 'x'.repeat(100_000);
    const payload = { customerName: 'Long', typeId: long, optionId: long, customCardId: long };
    const request = await stage.submit({ payload });
    const { page } = await openAt('/');
    const start = `${'x'.repeat(200)}…`;
    const row = page.locator('li.row').filter({ hasText: 'Long' });
    await row.waitFor();
    expect(await row.locator('.type').textContent()).toBe(start);
    await page.goto(`${stage.url}/requests/${request}`);
    await page.locator('.order dd').last().waitFor();
    expect(await page.locator('.order dd').allTextContents()).toEqual([start, start, start]);
  });

  it('stays text in a change of many', async () => {
    const opened = await openAt('/');
    const { page } = opened;
    await page.getByRole('checkbox', { name: /^Select Mallory/ }).check();
    await stage.inbox.editor.change(id, null, { unread: true }, stage.inbox.actor);
    await page.getByLabel('Set the status').selectOption('DECLINED');
    await page.getByRole('button', { name: /^Change 1/ }).waitFor();
    const current = await stage.inbox.reader.find(id);
    await stage.inbox.editor.change(id, current?.version ?? 0, { status: 'SPAM' }, stage.inbox.actor);
    await page.getByRole('button', { name: /^Change 1/ }).click();
    await page.getByRole('dialog').locator('.skipped').getByText('Mallory').waitFor();
    await expectHarmless(opened);
  });
});
