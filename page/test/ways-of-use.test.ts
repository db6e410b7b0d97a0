import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studioCatalogue } from './support/catalogue.ts';
import { smallPicture } from './support/files.ts';
import { takeNewerAway } from './support/older-browser.ts';
import { attach, fillIn, receipt, type Stage, sendButton, setStage, takeNetwork } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage({ catalogue: studioCatalogue });
});

afterAll(() => stage.close());

const picture = () => stage.folder.write('cat.png', smallPicture);
const large = () => stage.folder.write('large.txt', new Uint8Array(3_000_000));

/** Resolves with the texts of the live regions as a screen reader gets them. */
async function spoken(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (id: string): string => {
    const node = byId.get(id);
    if (node?.role?.value === 'StaticText') return String(node.name?.value ?? '');
    return (node?.childIds ?? []).map(textOf).join('');
  };
  const regions = nodes.filter((node) => ['status', 'alert'].includes(String(node.role?.value)));
  for (const region of regions) {
    const live = region.properties?.find(({ name }) => name === 'live')?.value.value;
    expect(live).toBe(region.role?.value === 'alert' ? 'assertive' : 'polite');
  }
  await session.detach();
  return regions.map(({ nodeId }) => textOf(nodeId)).filter(Boolean);
}

describe('a screen reader', () => {
  it('hears of an upload by quarters, of the wait for its end, and of a retry', async () => {
    const { page } = await stage.open();
    await fillIn(page);
    await attach(page, [await large()]);
    // Said of the file, before it is sent.
    const unread = 'It could not be checked whether these files tell where they were taken: large.txt';
    await expect.poll(() => spoken(page)).toContain(unread);
    await (await takeNetwork(page)).limit(600_000);
    stage.site.faults.push({ status: 503, body: {}, headers: { 'retry-after': '1' } });
    const heard = new Set<string>();
    await page.exposeFunction('hear', (text: string) => heard.add(text));
    await page.locator('[role=status], [role=alert]').evaluateAll((regions) => {
      const { hear } = window as unknown as { hear(text: string): void };
      for (const region of regions) {
        new MutationObserver(() => hear(region.textContent ?? '')).observe(region, {
          childList: true,
          subtree: true,
          characterData: true,
        });
      }
    });
    await sendButton(page).click();
    await expect
      .poll(() => spoken(page))
      .toContain(
        'The service is busy or has a problem. Trying again automatically. Nothing is lost, and nothing is sent twice.',
      );
    await receipt(page).waitFor({ timeout: 30_000 });
    heard.delete('');
    expect([...heard].filter((text) => /sent$/.test(text))).toEqual(['25% sent', '50% sent', '75% sent']);
    expect([...heard]).toContain('Everything is sent. Waiting for the confirmation…');
    expect(heard.size).toBe(5);
  });
});

describe('a keyboard alone', () => {
  it('sees where it is on every control', async () => {
    const { page } = await stage.open();
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await attach(page, [await picture()]);
    await page.getByRole('button', { name: 'Remove cat.png' }).waitFor();
    await page.locator('body').click({ position: { x: 1, y: 1 } });
    const outlines = new Map<string, string>();
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const [control, outline] = await page.evaluate(() => {
        const element = document.querySelector('commission-form')?.shadowRoot?.activeElement;
        if (!element) return ['', ''];
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return [
          element.id || element.getAttribute('aria-label') || element.textContent,
          `${outlineWidth} ${outlineStyle}`,
        ];
      });
      if (control) outlines.set(control, outline ?? '');
    }
    expect(outlines.size).toBeGreaterThan(12);
    expect([...outlines].filter(([, outline]) => !/^[2-9](\.\d+)?px solid$/.test(outline))).toEqual([]);
  });
});

describe('a phone', () => {
  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

  it('shows two files side by side, however long their names, and no control under 24 pixels', async () => {
    const { page } = await stage.open(phone);
    await page.getByRole('radio', { name: 'Portrait' }).check();
    const long = await stage.folder.write(`${'cat from the garden '.repeat(8)}.png`, smallPicture);
    await attach(page, [long, long, await large()]);
    await page.locator('.thumbnail button:not([hidden])').nth(1).waitFor();
    const tiles = await page
      .locator('.attachments li')
      .evaluateAll((all) =>
        all.map((tile) => tile.getBoundingClientRect()).map(({ x, y, width }) => ({ x, y, width })),
      );
    const [first, second, third] = tiles;
    expect(tiles).toHaveLength(3);
    expect(second?.y).toBe(first?.y);
    expect(third?.x).toBe(first?.x);
    expect(first?.width).toBeGreaterThanOrEqual(120);
    // axe does not decide the size of a control with larger content. A label is part of the target of its control.
    const sizes = await page
      .locator('button:visible, select:visible, textarea:visible, input:visible')
      .evaluateAll((all) =>
        all
          .map((element) => (element.closest('label') ?? element).getBoundingClientRect())
          .map(({ width, height }) => Math.min(width, height)),
      );
    expect(sizes.length).toBeGreaterThan(15);
    expect(sizes.filter((size) => size < 24)).toEqual([]);
  });

  it('has the button that sends at its foot, with the names of missing fields, and no word of dropping files', async () => {
    const { page } = await stage.open(phone);
    expect(await sendButton(page).evaluate((button) => button.getBoundingClientRect().bottom)).toBeLessThan(640);
    expect(await page.getByText('or drop them here, or paste them').isVisible()).toBe(false);
    expect(await page.locator('#missing').textContent()).toBe('');
    await sendButton(page).click();
    await page.getByText('Still missing: Message, Name, and E‑mail').waitFor();
    await page.getByLabel('Message').fill('Two cats');
    await page.getByText('Still missing: Name and E‑mail').waitFor();
    await page.getByLabel('Name').fill('Zoë');
    await page.getByLabel('E-mail').fill('zoe@example.org');
    await expect.poll(() => page.locator('#missing').textContent()).toBe('');
  });

  it('has the languages beside the title, in any language', async () => {
    const { page } = await stage.open(phone);
    for (const language of ['en', 'de', 'ar', 'ja']) {
      const select = page.locator('.language select');
      await select.selectOption({ value: language });
      await page.waitForFunction((tag) => document.documentElement.lang === tag, language);
      const title = await page.locator('.title').boundingBox();
      const { y = Number.NaN } = (await select.boundingBox()) ?? {};
      expect(y, language).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
    }
  });
});

describe('the page in a language from right to left', () => {
  it('has the name of a file below its picture, and the button that removes it at the end', async () => {
    const { page } = await stage.open({ locale: 'ar-EG' });
    await attach(page, [await picture()]);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    const box = async (selector: string) => (await page.locator(selector).boundingBox()) ?? { x: Number.NaN, width: 0 };
    const name = await box('.attachments .file-name bdi');
    const thumbnail = await box('.attachments .thumbnail');
    expect(Math.abs(thumbnail.x + thumbnail.width - (name.x + name.width))).toBeLessThan(20);
    expect((await box('.attachments .tools button')).x).toBeLessThan(name.x);
    // Texts of the studio keep the direction of their own language.
    const hint = page.getByText('Made to measure.');
    expect(await hint.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  });
});

describe('the page with reduced motion', () => {
  it('has no motion', async () => {
    const { page } = await stage.open({ reducedMotion: 'reduce' });
    await sendButton(page).waitFor();
    const moving = await page
      .locator('.form *')
      .evaluateAll(
        (all) =>
          all
            .map((element) => getComputedStyle(element))
            .filter(({ transitionDuration, animationName }) => transitionDuration !== '0s' || animationName !== 'none')
            .length,
      );
    expect(moving).toBe(0);
  });
});

describe('the oldest browser that the page is built for', () => {
  it('sends the form, and shows it in the colours of a dark page', async () => {
    const { page, faults } = await stage.open({ colorScheme: 'dark' });
    const surface = () =>
      page
        .locator('.panel')
        .first()
        .evaluate((panel) => getComputedStyle(panel).backgroundColor);
    const usual = await surface();
    await takeNewerAway(page);
    await page.reload();

    await fillIn(page);
    await attach(page, [await picture()]);
    expect(await surface()).toBe(usual);
    const sheets = await page
      .locator('commission-form')
      .evaluate(({ shadowRoot }) =>
        shadowRoot?.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)),
      );
    expect(sheets?.join('')).toContain('--if-dark: initial');
    expect(sheets?.join('')).not.toContain('light-dark');
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(faults).toEqual([]);
  });
});

describe('a browser that cannot run the script', () => {
  it('says that it may be too old, until the form is there', async () => {
    const { page } = await stage.open();
    const sentence = page.getByText('this browser is too old');
    expect(await sentence.count()).toBe(0);
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'customElements');
    });
    await page.reload();
    await sentence.waitFor();
  });
});
