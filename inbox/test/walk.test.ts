import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { mailServerEnv } from './support/customer-mail.ts';
import { overflow } from './support/overflow.ts';
import { type InboxPageStage, inboxOfFile } from './support/stage.ts';
import { accountScreens } from './support/walk/account-screens.ts';
import { marksOn } from './support/walk/chosen-marks.ts';
import { formScreens } from './support/walk/form-screens.ts';
import { listDialogs, listScreens } from './support/walk/list-screens.ts';
import { otherScreens, requestDialogs, requestScreens } from './support/walk/request-screens.ts';
import type { Screen } from './support/walk/screen.ts';
import { screenFaults } from './support/walk/screen-faults.ts';
import { channelDialogs, settingsScreens } from './support/walk/settings-screens.ts';
import { fillWalked, type WalkedData } from './support/walk/walked-data.ts';

const stage = inboxOfFile({ ...mailServerEnv, CATALOGUE_FILE: '', PUBLIC_URL: 'https://studio.example.org/' });
/** Its form was never published. */
const unpublished = inboxOfFile({ CATALOGUE_FILE: '' });
let data: WalkedData;

beforeAll(async () => {
  data = await fillWalked(stage);
});

/** Walks over the screens in one profile. Resolves with the faults of each, and with the chosen options. */
async function walk({ open }: InboxPageStage, screens: readonly Screen[], role: 'owner' | null = 'owner') {
  const { another } = await open({ role, path: '/healthz' });
  const faults: Record<string, readonly unknown[]> = {};
  const marks = new Set<string>();
  for (const { name, path, reach } of screens) {
    const page = await another(path);
    await reach(page).catch((cause) => {
      throw new Error(`It cannot reach the screen: ${name}`, { cause });
    });
    for (const mark of await marksOn(page)) marks.add(mark);
    const found = await screenFaults(page);
    if (found.length > 0) faults[name] = found;
    await page.close();
    await page.context().setOffline(false);
  }
  return { faults, marks: [...marks] };
}

/**
 * Narrow and dark: axe, and nothing is wider than the window. With forced colours: the chosen one differs from the
 * rest. Always: the levels of headings.
 */
describe('every screen', () => {
  it('is accessible, fits and marks the chosen options, around and over the list', async () => {
    const { faults, marks } = await walk(stage, [...listScreens(stage), ...listDialogs]);
    expect(faults).toEqual({});
    const chosen = ['select.bar-control.on', '.side nav a[aria-current]', '.view-switch a[aria-current]', '.dot'];
    expect(marks).toEqual(expect.arrayContaining(chosen));
  });

  it('is accessible, fits and marks the chosen options, around and over a request', async () => {
    const { faults, marks } = await walk(stage, [...requestScreens(data), ...requestDialogs(data)]);
    expect(faults).toEqual({});
    expect(marks).toEqual(expect.arrayContaining(['.row.open', '.tab[aria-selected=true]']));
  });

  it('is accessible and fits, on the board and where requests are held or gone', async () => {
    const { faults } = await walk(stage, otherScreens(data));
    expect(faults).toEqual({});
  });

  it('is accessible, fits and marks the chosen options, in the settings and where channels are added', async () => {
    const { faults, marks } = await walk(stage, [...settingsScreens(data), ...channelDialogs]);
    expect(faults).toEqual({});
    expect(marks).toContain('.settings nav a[aria-current]');
  });

  it('is accessible and fits, in the editor of the form', async () => {
    const { faults } = await walk(unpublished, formScreens(unpublished));
    expect(faults).toEqual({});
  });

  it('is accessible and fits before the sign-in', async () => {
    const invitation = await stage.accounts.links.invite('invited@example.org', 'operator', null);
    const newPassword = await stage.accounts.passwordLinks.make((await stage.personOf('viewer')).id, null);
    if (typeof invitation === 'string' || newPassword === 'missing') throw new Error('Both links are made');
    const screens = accountScreens(`/invitation#${invitation.token}`, `/new-password#${newPassword.token}`);
    expect((await walk(stage, screens, null)).faults).toEqual({});
    // It has one language.
    const { page } = await stage.open({ role: null, path: '/nowhere', viewport: { width: 320, height: 640 } });
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect([...(await violations(page)), ...(await overflow(page))]).toEqual([]);
  });
});
