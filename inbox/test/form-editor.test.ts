import { beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { dragTo } from './support/drag.ts';
import { clearStudio, openPart, partOf, publishedStudio, storedDraft, untilInField } from './support/form-editor.ts';
import { publishStudio } from './support/published-studio.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile({ CATALOGUE_FILE: '', PUBLIC_URL: 'https://studio.example.org/' });

beforeEach(() => clearStudio(stage));

const openForm = () => stage.open({ role: 'owner', path: '/settings/form' });
const typeNames = async () => (await storedDraft(stage))?.types.map(({ name }) => name.en);

describe('the list of parts', () => {
  it('leads to the fields and back on a phone, with an entry in the history of the browser', async () => {
    const { page } = await openForm();
    await page.getByRole('button', { name: 'With an empty form' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    const title = page.getByLabel('Title', { exact: true });
    expect(await title.isVisible()).toBe(false);
    await openPart(page, 'Title and introduction');
    await title.waitFor();
    const heading = page.getByRole('heading', { name: 'Title and introduction' });
    expect(await heading.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await page.getByRole('navigation', { name: 'Parts of the form' }).isVisible()).toBe(false);
    await page.getByRole('link', { name: 'All parts' }).click();
    await page.getByRole('navigation', { name: 'Parts of the form' }).waitFor();
    await page.goBack();
    await title.waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.frameLocator('.form-frame').getByRole('button', { name: 'Send request' }).waitFor();
  });
});

describe('the editor of the form', () => {
  it('leads from a starting point to a form that is published in two languages', async () => {
    const { page } = await openForm();
    await page.getByText('Nothing is published yet.').waitFor();
    const form = page.getByRole('link', { name: 'Open the form' });
    expect(await form.getAttribute('href')).toBe('https://studio.example.org/');
    await page.getByRole('button', { name: 'As a painter' }).click();
    const title = page.getByLabel('Title', { exact: true });
    await title.fill('Lindenhof');
    const types = await openPart(page, 'What you offer');
    await page.getByRole('button', { name: 'Add a type' }).click();
    // The name is selected, so that typing replaces it.
    await untilInField(page);
    await page.keyboard.type('Pet portrait');
    await types.getByLabel('Description').fill('From 200 €.');
    for (const name of ['Small', 'Large']) {
      await types.getByRole('button', { name: 'Add an option' }).click();
      await untilInField(page);
      await page.keyboard.type(name);
    }
    await until(typeNames).toEqual(['Portrait', 'Landscape', 'Pet portrait']);
    await page.getByLabel('Add a language').selectOption('ar');
    await page.getByRole('button', { name: /العربية.*1\d missing/ }).waitFor();
    await page.getByRole('link', { name: /What you offer \d+ missing/ }).waitFor();
    await openPart(page, 'Title and introduction');
    expect(await title.getAttribute('placeholder')).toBe('Lindenhof');
    await title.fill('ليندنهوف');
    await page.getByText('Draft saved.').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('What you offer: Pet portrait added', { exact: true }).waitFor();
    await sheet.getByLabel('Note').fill('The first one');
    await sheet.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Everything is published.').waitFor();
    const published = await publishedStudio(stage);
    expect(published?.types.map(({ id }) => id)).toEqual(['portrait', 'landscape', 'pet-portrait']);
    expect(published?.types[2]?.options.map(({ id }) => id)).toEqual(['small', 'large']);
    expect(published?.title).toEqual({ en: 'Lindenhof', ar: 'ليندنهوف' });
  });

  it('orders, duplicates, hides and removes, and takes each step back', async () => {
    const { page } = await openForm();
    const shownNames = () => partOf(page, 'What you offer').locator('.form-open bdi').allTextContents();
    await page.getByRole('button', { name: 'As an illustrator' }).click();
    await openPart(page, 'What you offer');
    await until(shownNames).toEqual(['Character', 'Portrait', 'Scene']);
    const down = page.getByRole('button', { name: 'Move Character down' });
    await down.press('Enter');
    await until(shownNames).toEqual(['Portrait', 'Character', 'Scene']);
    expect(await down.evaluate((button) => button === document.activeElement)).toBe(true);
    const grips = partOf(page, 'What you offer').locator('.form-grip');
    await grips.nth(2).scrollIntoViewIfNeeded();
    await dragTo(page, grips.nth(2), grips.nth(0));
    await until(shownNames).toEqual(['Scene', 'Portrait', 'Character']);
    const undo = page.locator('.form-bar').getByRole('button', { name: 'Undo' });
    await undo.click();
    await undo.click();
    await until(shownNames).toEqual(['Character', 'Portrait', 'Scene']);
    await page.getByRole('button', { name: 'Redo' }).click();
    await until(shownNames).toEqual(['Portrait', 'Character', 'Scene']);
    await page.getByRole('button', { name: 'Portrait', exact: true }).click();
    await page.getByRole('button', { name: 'Duplicate Portrait' }).click();
    await page.getByRole('button', { name: 'Hide Portrait' }).first().click();
    await until(async () => (await storedDraft(stage))?.types[0]?.hidden).toBe(true);
    await page.getByRole('button', { name: 'Remove Portrait' }).first().click();
    await until(typeNames).toEqual(['Portrait', 'Character', 'Scene']);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await until(typeNames).toEqual(['Portrait', 'Portrait', 'Character', 'Scene']);
    const ids = (await storedDraft(stage))?.types.map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
  });

  it('scrolls on while an entry is held at the edge of the list', async () => {
    const types = Array.from({ length: 30 }, (_, index) => ({ id: `t${index}`, name: `Type ${index}` }));
    await publishStudio(stage, { types });
    const { page } = await openForm();
    await openPart(page, 'What you offer');
    const grip = partOf(page, 'What you offer').locator('.form-grip').first();
    await grip.scrollIntoViewIfNeeded();
    const fields = page.locator('.form-fields');
    const [at, pane] = [await grip.boundingBox(), await fields.boundingBox()];
    if (!at || !pane) throw new Error('Both are shown');
    await page.mouse.move(at.x + 5, at.y + 5);
    await page.mouse.down();
    await page.mouse.move(at.x + 5, pane.y + pane.height - 8, { steps: 4 });
    const top = () => fields.evaluate(({ scrollTop }) => scrollTop);
    const begun = await top();
    await until(top).toBeGreaterThan(begun + 100);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    const ended = await top();
    await page.mouse.move(at.x, at.y + 50);
    expect(await top()).toBe(ended);
  });

  it('shows the fault at the field, and focuses it before it publishes', async () => {
    const { page } = await openForm();
    await page.getByRole('button', { name: 'With an empty form' }).click();
    await openPart(page, 'Contact');
    await page.getByLabel('E-mail address').fill('no address');
    await page.getByText('This is no e-mail address.').waitFor();
    await page.getByText('Not saved: something has to be corrected first.').waitFor();
    await page.getByRole('link', { name: /Contact 1 thing to correct/ }).waitFor();
    await openPart(page, 'Look');
    await page.getByLabel('Colour on the light form').fill('#ffee99');
    await page.getByText(/Too pale to read on white: a contrast of 1\.\d:1/).waitFor();
    const terms = await openPart(page, 'Terms');
    await terms.getByRole('button', { name: 'Add terms' }).click();
    await untilInField(page);
    let saves = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves += 1;
    });
    await page.keyboard.type('Payment');
    const text = terms.getByLabel('Text', { exact: true });
    await text.focus();
    expect(await terms.getByText('Write something here.').count()).toBe(0);
    await text.blur();
    await terms.getByText('Write something here.').waitFor();
    expect(saves).toBe(0);
    expect(await violations(page)).toEqual([]);
    await text.pressSequentially('Half');
    expect(await text.getAttribute('aria-invalid')).toBe('false');
    await text.fill('Half before, half afterwards.');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await until(() => page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe('contact');
    await page.getByLabel('E-mail address').fill('ann@example.org');
    await openPart(page, 'Look');
    await page.getByRole('button', { name: 'Reset colour' }).click();
    await until(() => storedDraft(stage)).toMatchObject({
      contact: 'ann@example.org',
      terms: [{ text: { en: 'Half before, half afterwards.' } }],
    });
  });
});
