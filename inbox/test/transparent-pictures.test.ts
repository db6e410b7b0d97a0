import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, it } from 'vitest';
import { contrastIn, lineArt } from '../../page/test/support/line-art.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();
let id: string;

beforeAll(async () => {
  const files = [{ name: 'lines.png', type: 'image/png', content: await lineArt() }];
  id = await stage.submit({ payload: { customerName: 'Line artist' }, files });
});

const least = 3;

/** Of black on the ground of a picture. */
const isSeen = (picture: Locator) => until(() => contrastIn(picture)).toBeGreaterThan(least);

describe('black line art without a background in a dark inbox', () => {
  it('can be seen in the list and in its request, where an opaque picture has no ground beside it', async () => {
    const { page } = await stage.open({ colorScheme: 'dark' });
    await isSeen(page.locator('.row .picture').first());
    await page.goto(`${stage.url}/requests/${id}`);
    await isSeen(page.locator('.picture-strip .picture').first());
    const content = await sharp({ create: { width: 300, height: 900, channels: 3, background: '#26c' } })
      .png()
      .toBuffer();
    const tall = await stage.submit({ files: [{ name: 'tall.png', type: 'image/png', content }] });
    await page.goto(`${stage.url}/requests/${tall}`);
    const picture = page.locator('.picture-strip .picture');
    await until(async () => {
      const { width = 0, height = 1 } = (await picture.boundingBox()) ?? {};
      return width / height;
    }).toBeCloseTo(1 / 3, 1);
  });

  it('can be seen in the large view, also while the large preview or the original comes', async () => {
    const { page } = await stage.open({ path: '/healthz', colorScheme: 'dark' });
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route('**/preview?size=large', (route) => held.then(() => route.continue()));
    // The first picture is preloaded as soon as its request is open.
    await page.goto(`${stage.url}/requests/${id}`);
    await page.locator('article.request').waitFor();
    await page.keyboard.press('p');
    const seen = page.locator('.stage img:visible');
    await until(() => seen.getAttribute('src')).toContain('size=small');
    await isSeen(page.locator('.stage'));
    letThrough();
    await until(() => seen.getAttribute('src')).toContain('size=large');
    await isSeen(page.locator('.stage'));
    await page.getByRole('button', { name: '1:1' }).click();
    await until(() => seen.getAttribute('src')).toContain('view=true');
    // The middle of a picture that is larger than the window shows its transparent part.
    await until(() => seen.evaluate((image) => getComputedStyle(image).backgroundColor)).toBe('rgb(255, 255, 255)');
  });
});
