import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { clearStudio, partOf, publishedStudio, storedDraft } from './support/form-editor.ts';
import { overflow } from './support/overflow.ts';
import { publishStudio } from './support/published-studio.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage({ CATALOGUE_FILE: '' });
});

afterAll(() => stage.close());

beforeEach(async () => {
  await clearStudio(stage);
  await stage.clear();
});

const types = [
  { id: 'portrait', name: { en: 'Portrait', de: 'Porträt' } },
  // Every object has something of this name.
  { id: 'constructor', name: 'Constructor' },
];
const numberOf = (part: Locator, name: string) => part.getByRole('spinbutton', { name, exact: true });
const opening = async () => (await storedDraft(stage))?.opening;

async function openPart() {
  const opened = await stage.open({ role: 'owner', path: '/settings/form' });
  await opened.page.getByRole('button', { name: 'Open or closed' }).click();
  return { ...opened, part: partOf(opened.page, 'Open or closed') };
}

describe('the places of each type', () => {
  it('are written in the editor, seen in the preview with what is taken, and published', async () => {
    await publishStudio(stage, { types });
    const { store, editor, actor } = stage.inbox;
    const id = await store({ name: 'Ann', typeId: 'portrait', createdAt: new Date() });
    await editor.change(id, 1, { status: 'ACCEPTED', unread: false }, actor);
    const { page, faults, part } = await openPart();
    const frame = page.frameLocator('.form-frame');
    await part.getByLabel('Tell customers how many places are left').check();
    const places = numberOf(part, 'Portrait Places');
    const weight = numberOf(part, 'Portrait Places that a request takes');
    await places.fill('6');
    await frame.getByText('Places left: 5').waitFor();
    await weight.fill('2');
    await frame.getByText('Places left: 2').waitFor();
    await numberOf(part, 'Constructor Places').fill('0');
    await frame.getByText('Full', { exact: true }).waitFor();
    await until(async () => (await opening())?.slots.byType).toEqual({ portrait: 6, constructor: 0 });
    expect((await opening())?.weightByType).toEqual({ portrait: 2 });
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Open or closed › Places › By type › Portrait').waitFor();
    await sheet.getByText('Open or closed › Places that a request takes › Portrait').waitFor();
    await sheet.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Everything is published.').waitFor();
    expect((await publishedStudio(stage))?.opening?.slots.byType).toEqual({ portrait: 6, constructor: 0 });
    await weight.fill('');
    await places.fill('');
    await until(async () => (await opening())?.slots.byType).toEqual({ constructor: 0 });
    expect((await opening())?.weightByType).toEqual({});
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('say at the field which numbers they can be, and fit a phone', async () => {
    await publishStudio(stage, { types });
    const { page, faults, part } = await openPart();
    await numberOf(part, 'Portrait Places that a request takes').fill('11');
    await part.getByText('Write a whole number from 1 to 10.').waitFor();
    await numberOf(part, 'Portrait Places').fill('1.5');
    await part.getByText('Write a whole number from 0 to 10,000.').waitFor();
    await page.getByText('Not saved: something has to be corrected first.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await overflow(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('keep to a type that is new, also after it has got its id', async () => {
    const { page, faults, part } = await openPart();
    await page.getByRole('button', { name: 'Add a type' }).click();
    await page.keyboard.type('Bust');
    await numberOf(part, 'Bust Places').fill('3');
    await until(async () => Object.values((await opening())?.slots.byType ?? {})).toEqual([3]);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Everything is published.').waitFor();
    expect((await publishedStudio(stage))?.opening?.slots.byType).toEqual({ bust: 3 });
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('the preview of a form that is closed', () => {
  it('shows the form, or what customers see while it is closed', async () => {
    await publishStudio(stage, { types, opening: { mode: 'closed', message: 'Back in March' } });
    const { page, faults } = await openPart();
    const frame = page.frameLocator('.form-frame');
    await frame.getByRole('button', { name: 'Send request' }).waitFor();
    await page.getByRole('button', { name: 'While it is closed' }).click();
    await frame.locator('.closed').getByText('Back in March').waitFor();
    expect(await frame.getByRole('button', { name: 'Send request' }).count()).toBe(0);
    await page.getByRole('button', { name: 'While it is open' }).click();
    await frame.getByRole('button', { name: 'Send request' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
