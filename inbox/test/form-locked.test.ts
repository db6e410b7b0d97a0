import { describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { dragTo } from './support/drag.ts';
import { openPart, publishedStudio } from './support/form-editor.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();

const sentence = 'This is set in a file on the server. The person who runs the server changes it there.';

describe('a setting of a file on the server', () => {
  it('cannot be changed by typing, buttons or dragging, and stays when the rest is published', async () => {
    const { page } = await stage.open({ role: 'owner', path: '/settings/form' });
    for (const name of ['Title and introduction', 'What you offer', 'Extras']) {
      const part = await openPart(page, name);
      await part.getByText(sentence).waitFor();
      const controls = part.locator('.form-part-body').locator('input, textarea, select, button');
      expect(await controls.count()).toBeGreaterThan(0);
      expect(await controls.evaluateAll((all) => all.filter((one) => !one.matches(':disabled')).length), name).toBe(0);
    }
    await openPart(page, 'Title and introduction');
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Lindenhof Studio');
    const types = await openPart(page, 'What you offer');
    const names = () => types.locator('.form-open bdi').allTextContents();
    const grips = types.locator('.form-grip');
    await dragTo(page, grips.nth(1), grips.nth(0));
    expect(await names()).toEqual(['Portrait', 'Landscape']);
    expect(await violations(page)).toEqual([]);
    await page.frameLocator('.form-frame').getByText('Landscape').first().waitFor();

    await openPart(page, 'Contact');
    await page.getByLabel('E-mail address').fill('ann@example.org');
    await page.getByText('Draft saved.').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const changes = page.getByRole('dialog').locator('.form-changes li');
    await until(() => changes.count()).toBe(1);
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Everything is published.').waitFor();
    expect(await publishedStudio(stage)).toMatchObject({ contact: 'ann@example.org', title: null, types: [] });
    const served = async () => (await fetch(`${stage.service.address}/api/v1/catalogue`)).json();
    await until(served).toMatchObject({ contact: 'ann@example.org', title: { en: 'Lindenhof Studio' } });
  });
});
