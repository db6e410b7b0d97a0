import type { Page } from 'playwright-core';
import { inDialog, press, type Screen } from './screen.ts';
import type { WalkedData } from './walked-data.ts';

const addWith = (add: string, faulty: (page: Page) => Promise<unknown>): Screen => ({
  name: `the dialog “${add}” with a fault`,
  path: '/settings/channels',
  async reach(page) {
    await press(page, add);
    await inDialog(page);
    await faulty(page);
    await press(page, 'Turn on');
    await page.getByRole('dialog').locator('.fault').first().waitFor();
  },
});

async function uncheckAll(page: Page): Promise<void> {
  for (const box of await page.getByRole('dialog').locator('input[name=type]').all()) await box.uncheck();
}

export const settingsScreens = ({ channel }: WalkedData): readonly Screen[] => [
  {
    name: 'one’s own account',
    path: '/settings/account',
    reach: (page) => page.locator('.entries li').first().waitFor(),
  },
  {
    name: 'when the form is open, with a change that is not saved',
    path: '/settings/opening',
    async reach(page) {
      await page.locator('.opening-choice').first().waitFor();
      await page.getByLabel('Slots in all').fill('8');
      await page.locator('.save-bar').waitFor();
    },
  },
  { name: 'the queue', path: '/settings/queue', reach: (page) => page.getByLabel('Show the queue page').check() },
  { name: 'junk', path: '/settings/junk', reach: (page) => page.getByLabel('Suspicious requests').waitFor() },
  { name: 'the first steps', path: '/settings/start', reach: (page) => page.locator('.step').first().waitFor() },
  {
    name: 'people, with a link to be sent, and an open one to a new password',
    path: '/settings/people',
    async reach(page) {
      await press(page, 'Invite somebody');
      await page.getByLabel('E-mail address').fill('guest@example.org');
      await press(page, 'Create a link');
      await page.locator('.secret').waitFor();
    },
  },
  {
    name: 'programs, with a token to be copied',
    path: '/settings/tokens',
    async reach(page) {
      await press(page, 'New token');
      await page.getByLabel('Name of the program').fill('Accounting');
      await press(page, 'Create the token');
      await page.locator('.secret').waitFor();
      await page.getByText('For programmers').click();
    },
  },
  {
    name: 'a channel with deliveries',
    path: `/settings/channels/${channel}`,
    reach: (page) => page.locator('.deliveries li').first().waitFor(),
  },
  {
    name: 'mails',
    path: '/settings/mails',
    async reach(page) {
      await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
    },
  },
  { name: 'blocks', path: '/settings/blocks', reach: (page) => press(page, 'Block somebody') },
  { name: 'health', path: '/settings/health', reach: (page) => page.getByText(/^\d+ checks? passed$/).click() },
  { name: 'the history', path: '/settings/history', reach: (page) => page.locator('.entries li').first().waitFor() },
];

export const channelDialogs: readonly Screen[] = [
  { name: 'channels', path: '/settings/channels', reach: (page) => page.getByText('Customers').first().waitFor() },
  addWith('Add a webhook', (page) => page.getByLabel('URL').fill('ftp://bot.example.org/')),
  addWith('Add mail to the studio', (page) => page.getByLabel('Recipients').fill('nobody')),
  addWith('Add a chat room', (page) => page.getByLabel('URL').fill('ftp://chat.example.org/')),
  addWith('Add notices on phones (ntfy)', async (page) => {
    await page.getByLabel('Topic').fill('t0ken-7Kq2xW');
    await uncheckAll(page);
  }),
  addWith('Add mail to customers', uncheckAll),
  {
    name: 'a new channel with its secret',
    path: '/settings/channels',
    async reach(page) {
      await press(page, 'Add a webhook');
      await page.getByLabel('URL').fill('https://hooks.example.org/');
      await press(page, 'Turn on');
      await page.locator('.secret').waitFor();
    },
  },
];
