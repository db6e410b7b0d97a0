import sharp from 'sharp';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { contrastIn, lineArt } from '../../page/test/support/line-art.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';

let stage: InboxPageStage;
let id: string;

beforeAll(async () => {
  stage = await setInboxStage();
  const files = [{ name: 'lines.png', type: 'image/png', content: await lineArt() }];
  id = await stage.submit({ payload: { customerName: 'Line artist' }, files });
});

afterAll(() => stage.close());

const least = 3;

describe.each(['dark', 'light'] as const)('black line art without a background in a %s inbox', (colorScheme) => {
  it.each([
    ['the list', '/', '.row .picture'],
    ['the board', '/board', '.board-card .picture'],
    ['its request', 'request', '.contact-sheet .picture'],
  ])('can be seen in %s', async (_, place, picture) => {
    const path = place === 'request' ? `/requests/${id}` : place;
    const { page } = await stage.open({ path, colorScheme });
    await until(() => contrastIn(page.locator(picture).first())).toBeGreaterThan(least);
    await page.context().close();
  });

  it('can be seen in the large view, also while the large preview or the original comes', async () => {
    const { page } = await stage.open({ path: '/healthz', colorScheme });
    let isHeld = true;
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route('**/preview?size=large', (route) =>
      isHeld ? held.then(() => route.continue()) : route.continue(),
    );
    // The first picture is preloaded as soon as its request is open.
    await page.goto(`${stage.url}/requests/${id}`);
    await page.locator('article.request').waitFor();
    await page.keyboard.press('p');
    const seen = page.locator('.stage img:visible');
    await until(() => seen.getAttribute('src')).toContain('size=small');
    await until(() => contrastIn(page.locator('.stage'))).toBeGreaterThan(least);
    isHeld = false;
    letThrough();
    await until(() => seen.getAttribute('src')).toContain('size=large');
    await until(() => contrastIn(page.locator('.stage'))).toBeGreaterThan(least);
    await page.getByRole('button', { name: '1:1' }).click();
    await until(() => seen.getAttribute('src')).toContain('view=true');
    // The middle of a picture that is larger than the window shows its transparent part.
    await until(() => seen.evaluate((image) => getComputedStyle(image).backgroundColor)).toBe('rgb(255, 255, 255)');
    await page.context().close();
  });
});

describe('an opaque picture in its request', () => {
  it('has no ground beside it', async () => {
    const content = await sharp({ create: { width: 300, height: 900, channels: 3, background: '#26c' } })
      .png()
      .toBuffer();
    const tall = await stage.submit({ files: [{ name: 'tall.png', type: 'image/png', content }] });
    const { page } = await stage.open({ path: `/requests/${tall}` });
    const picture = page.locator('.contact-sheet .picture');
    await until(async () => {
      const { width = 0, height = 1 } = (await picture.boundingBox()) ?? {};
      return width / height;
    }).toBeCloseTo(1 / 3, 1);
    await page.context().close();
  });
});
