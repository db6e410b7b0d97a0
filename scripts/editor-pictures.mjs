import { join } from 'node:path';
import { draw } from './art/art.mjs';
import { settled, shoot } from './picture-service.mjs';

/** Takes the picture of the editor before anything is published. */
export async function takeStart(page, inbox, folder) {
  await page.goto(`${inbox}/settings/form`);
  await page.getByRole('button', { name: 'As a painter' }).waitFor();
  await shown(page, 'Send request');
  await shoot(page, join(folder, 'editor-start.png'));
  await page.goto(inbox);
}

/** Takes the pictures of the editor of a published form, each of a state that people meet. */
export async function takeEditor(page, inbox, folder) {
  const take = async (name) => {
    await settled(page);
    await shoot(page, join(folder, name));
  };
  await page.goto(`${inbox}/settings/form`);
  await addPortrait(page);
  await page.locator('.form-fields').evaluate((fields) => fields.scrollTo(0, 0));
  await take('inbox-form.png');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Note').fill('Portraits of pets');
  await take('editor-publish.png');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('Everything is published.').waitFor();

  await page.goto(`${inbox}/settings/form/revisions`);
  await page.locator('.form-revision summary').first().click();
  await page.locator('.form-changes li').first().waitFor();
  await take('editor-versions.png');

  await page.goto(`${inbox}/settings/form`);
  await openPart(page, 'Look');
  await page.getByLabel('Colour on the light form').fill('#ffee99');
  await page.getByText(/Too pale to read/).waitFor();
  await take('editor-fault.png');
  await page.getByRole('button', { name: 'Reset colour' }).click();
  await page.getByText('Draft saved.').waitFor();

  await page.reload();
  await openPart(page, 'Title and introduction');
  await saveElsewhere(page, (document) => ({
    ...document,
    title: { ...document.title, en: 'Lindenhof, the atelier' },
  }));
  await page.getByLabel('Title', { exact: true }).fill('Lindenhof Studio, Hamburg');
  await page.getByRole('dialog').waitFor();
  await take('editor-conflict.png');
  await page.getByRole('button', { name: 'Keep theirs' }).click();

  const phone = await page.context().newPage();
  await phone.emulateMedia({ colorScheme: 'dark' });
  await phone.setViewportSize({ width: 390, height: 800 });
  await phone.goto(`${inbox}/settings/form/types`);
  await phone.getByRole('button', { name: 'Pet portrait', exact: true }).click();
  await settled(phone);
  await shoot(phone, join(folder, 'editor-phone.png'));
  await phone.close();
}

async function openPart(page, name) {
  await page.getByRole('navigation', { name: 'Parts of the form' }).getByRole('link', { name }).click();
  return page.getByRole('region', { name, exact: true });
}

const shown = (page, text) => page.frameLocator('.form-frame').getByText(text).first().waitFor();

async function addPortrait(page) {
  const types = await openPart(page, 'What you offer');
  await types.getByRole('button', { name: 'Add a type' }).click();
  await page.waitForFunction(() => document.activeElement?.matches('input'));
  await page.keyboard.type('Pet portrait');
  await types.getByLabel('Description').fill('One animal, in oil on wood. From 200 €.');
  const file = { name: 'a dog.png', mimeType: 'image/png', buffer: await draw('pet', 7, 1280, 960) };
  await types.locator('input[type=file]').setInputFiles(file);
  await types.locator('.form-pictures img').waitFor();
  for (const option of ['Small', 'Large']) {
    await types.getByRole('button', { name: 'Add an option' }).click();
    await page.waitForFunction(() => document.activeElement?.matches('input'));
    await page.keyboard.type(option);
  }
  await page.getByText('Draft saved.').waitFor();
  await shown(page, 'Pet portrait');
}

/** Saves the draft as another person would. */
async function saveElsewhere(page, change) {
  const draft = await page.evaluate(async () => (await fetch('/api/operator/v1/studio/draft')).json());
  const body = JSON.stringify({ version: draft.version, document: change(draft.document) });
  await page.evaluate(
    (body) =>
      fetch('/api/operator/v1/studio/draft', { method: 'PUT', headers: { 'content-type': 'application/json' }, body }),
    body,
  );
}
