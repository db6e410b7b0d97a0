import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { publishStudio } from './support/published-studio.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile({ CATALOGUE_FILE: '', PUBLIC_URL: 'https://studio.example.org/' });

beforeAll(() =>
  publishStudio(stage, {
    types: [
      { id: 'pet', name: 'Pet portrait' },
      { id: 'gone', name: 'Gone', hidden: true },
    ],
  }),
);

describe('sharing the form', () => {
  it('gives the link to it or to a type, the code for another page, and a QR code', async () => {
    const { page } = await stage.open({ role: 'owner', path: '/settings/form' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share your form' });
    const link = dialog.getByRole('textbox', { name: 'Link' });
    await until(() => link.inputValue()).toBe('https://studio.example.org/');
    const code = dialog.getByRole('textbox', { name: 'On your website' });
    expect(await code.inputValue()).toContain('<script src="https://studio.example.org/embed.js"></script>');
    const whole = await dialog.getByRole('img', { name: 'QR code' }).locator('path').getAttribute('d');
    await dialog.getByRole('button', { name: 'Pet portrait' }).click();
    expect(await dialog.getByRole('button', { name: 'Gone' }).count()).toBe(0);
    expect(await link.inputValue()).toBe('https://studio.example.org/?typeId=pet');
    expect(await code.inputValue()).toContain('<commission-form prefill="typeId=pet">');
    expect(await dialog.getByRole('img', { name: 'QR code' }).locator('path').getAttribute('d')).not.toBe(whole);
    await dialog.getByRole('button', { name: 'Copy: Link' }).click();
    await dialog.getByRole('button', { name: 'Copied: Link' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe('https://studio.example.org/?typeId=pet');
    const started = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Download as SVG' }).click();
    expect((await started).suggestedFilename()).toBe('form-qr.svg');
    expect(await violations(page)).toEqual([]);
  });
});
