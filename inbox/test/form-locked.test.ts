import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { clearStudio, partOf, publishedStudio, storedDraft } from './support/form-editor.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage();
});

afterAll(() => stage.close());

beforeEach(() => clearStudio(stage));

const sentence = 'This is set in a file on the server. Whoever runs the server changes it there.';

describe('what a file on the server sets', () => {
  it('is shown with where it comes from, and cannot be changed by typing, buttons or dragging', async () => {
    const { page, faults } = await stage.open({ role: 'owner', path: '/settings/form' });
    for (const name of ['Title and introduction', 'What you offer', 'Extras']) {
      const part = partOf(page, name);
      await part.getByText(sentence).waitFor();
      const controls = part.locator('.form-part-body').locator('input, textarea, select, button');
      expect(await controls.count()).toBeGreaterThan(0);
      for (const control of await controls.all()) expect(await control.isDisabled(), name).toBe(true);
    }
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Lindenhof Studio');
    const types = partOf(page, 'What you offer');
    const names = () => types.locator('.form-open bdi').allTextContents();
    expect(await names()).toEqual(['Portrait', 'Landscape']);
    const grips = types.locator('.form-grip');
    const [from, to] = [await grips.nth(1).boundingBox(), await grips.nth(0).boundingBox()];
    await page.mouse.move((from?.x ?? 0) + 5, (from?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 5, (to?.y ?? 0) + 2, { steps: 4 });
    await page.mouse.up();
    expect(await names()).toEqual(['Portrait', 'Landscape']);
    expect(await violations(page)).toEqual([]);
    await page.frameLocator('.form-frame').getByText('Landscape').first().waitFor();
    expect(await storedDraft(stage)).toBeNull();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('stays what it is when the rest is published', async () => {
    const { page, faults } = await stage.open({ role: 'owner', path: '/settings/form' });
    await page.getByLabel('E-mail address').fill('ann@example.org');
    await until(async () => (await storedDraft(stage))?.contact).toBe('ann@example.org');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const changes = page.getByRole('dialog').locator('.form-changes li');
    await until(() => changes.count()).toBe(1);
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Everything is published.').waitFor();
    expect(await publishedStudio(stage)).toMatchObject({ contact: 'ann@example.org', title: null, types: [] });
    const served = async () => (await fetch(`${stage.service.address}/api/v1/catalogue`)).json();
    await until(served).toMatchObject({ contact: 'ann@example.org', title: { en: 'Lindenhof Studio' } });
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
