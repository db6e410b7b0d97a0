import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCustomerMail, mailServerEnv } from './support/customer-mail.ts';
import { fillDemo } from './support/demo.ts';
import { overflow } from './support/overflow.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';

let stage: InboxPageStage;
const ids: Record<string, string> = {};
const which = (process.env.SHOTS ?? '').split(',').filter(Boolean);
const out = '/tmp/req/shots';

const photo = (w: number, h: number, a: string, b: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${a}"/><stop offset="1" stop-color="${b}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="40%" cy="45%" r="22%" fill="#fff8"/><path d="M0 ${h} L${w / 3} ${h / 2} L${w / 1.5} ${h * 0.8} L${w} ${h * 0.4} V${h} Z" fill="#0006"/></svg>`,
    ),
  )
    .jpeg()
    .toBuffer();

beforeAll(async () => {
  stage = await setInboxStage({ ...mailServerEnv, PUBLIC_URL: 'https://studio.example/' });
  await addCustomerMail(stage, ['request.status_changed']);
  await fillDemo(stage, 2);
  const pics = await Promise.all([
    photo(2400, 1600, '#c96', '#47a'),
    photo(1200, 1600, '#6a4', '#ec8'),
    photo(3000, 900, '#58c', '#fda'),
    photo(800, 800, '#a4c', '#fcd'),
  ]);
  const names = ['IMG_0008.JPG', 'mia-portrait.jpg', 'panorama.jpg', 'still.jpg'];
  const files = pics.map((content, i) => ({ name: names[i] ?? 'x', type: 'image/jpeg', content }));
  await stage.submit({
    payload: {
      customerName: 'Ethan Brooks',
      customerEmail: 'Ethan@example.org',
      typeId: 'landscape',
      message: 'My first one.',
    },
  });
  await stage.submit({
    payload: {
      customerName: 'Ethan Brooks',
      customerEmail: 'ethan@example.org',
      typeId: 'portrait',
      message: 'The second.',
    },
  });
  ids.ethan = await stage.submit({
    payload: {
      customerName: 'Ethan Brooks',
      customerEmail: 'ethan@example.org',
      customerSocials: 'bsky:ethanrolls20',
      typeId: 'portrait',
      optionId: 'Bust – €120',
      extraIds: ['frame'],
      message:
        'Me again :) Forgot to say in my other request: could I also get a bust of our DM as a beholder? Separate piece, same palette. Happy to wait.',
    },
    files: [
      ...files,
      { name: 'notes.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.4') },
      { name: 'broken photo.jpg', type: 'image/jpeg', content: Buffer.from('no picture at all') },
      { name: 'song of the sea.mp3', type: 'audio/mpeg', content: Buffer.from('ID3') },
    ],
  });
  ids.german = await stage.submit({
    payload: {
      customerName: 'Annegret Schmidt-Hohenstein',
      typeId: 'portrait',
      extraIds: ['frame'],
      message: `Sehr geehrte Damen und Herren,\n\n${'ich möchte gern ein Porträt meiner Großmutter in Auftrag geben, die im Frühjahr ihren neunzigsten Geburtstag feiert. Sie hat ihr Leben lang im Garten gearbeitet, und am schönsten wäre ein Bild zwischen den Pfingstrosen. '.repeat(8)}`,
    },
    files: files.slice(0, 1),
  });
  ids.arabic = await stage.submit({
    payload: { customerName: 'محمد علي', typeId: 'portrait', message: 'مرحبا، أريد لوحة لقطتي.\nشكرا' },
    files: files.slice(1, 2),
  });
  ids.progress = await stage.submit({
    payload: {
      customerName: '猫田 花子',
      typeId: 'portrait',
      extraIds: ['frame'],
      message: 'はじめまして。SNSで作品を拝見し、ぜひ依頼したくご連絡しました。',
    },
    files: files.slice(1, 4),
  });
  const { editor, actor } = stage.inbox;
  const id = ids.progress;
  let v = 1;
  const change = async (c: object) => {
    await editor.change(id, v, c as never, actor);
    v += 1;
  };
  await editor.addNote(id, 'She wants the frame in walnut, not oak. Ask Tom.', actor);
  await change({ status: 'WAITLISTED' });
  await change({ labels: ['gift', 'oil'] });
  await change({ dueOn: '2026-12-18' });
  await change({ dueOn: '2026-12-20' });
  await change({ status: 'ACCEPTED' });
  await change({ publicMessage: 'We begin in March.' });
  await change({ status: 'IN_PROGRESS' });
});

afterAll(() => stage.close());

const shots: Record<string, () => Promise<void>> = {
  async desk() {
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await stage.open({
        role: 'owner',
        path: `/requests/${ids.ethan}`,
        viewport: { width: 1280, height: 720 },
        colorScheme: scheme,
      });
      await page.locator('article.request').waitFor();
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${out}/desk-${scheme}.png` });
      await page.goto(`${stage.url}/requests/${ids.progress}`);
      await page.locator('.timeline').waitFor();
      await page.waitForTimeout(1200);
      await page.screenshot({ path: `${out}/progress-${scheme}.png` });
      await page.context().close();
    }
  },
  async wide() {
    const { page } = await stage.open({
      role: 'owner',
      path: `/requests/${ids.progress}`,
      viewport: { width: 1440, height: 900 },
    });
    await page.locator('.timeline').waitFor();
    await page.waitForTimeout(1200);
    await page.keyboard.press('r');
    await page.keyboard.type('Hello Hanako,\n\nyes');
    await page.screenshot({ path: `${out}/wide.png` });
    await page.goto(`${stage.url}/requests/${ids.german}`);
    await page.locator('.timeline').waitFor();
    await page.waitForTimeout(800);
    await page.screenshot({ path: `${out}/german.png` });
    await page.context().close();
  },
  async phone() {
    for (const [name, locale] of [
      ['ethan', 'de-DE'],
      ['arabic', 'en-GB'],
      ['progress', 'ja-JP'],
    ] as const) {
      const { page } = await stage.open({
        role: 'owner',
        path: `/requests/${ids[name]}`,
        viewport: { width: 390, height: 844 },
        locale,
        colorScheme: name === 'arabic' ? 'dark' : 'light',
      });
      await page.locator('.timeline').waitFor();
      await page.waitForTimeout(1000);
      await page.screenshot({ path: `${out}/phone-${name}.png` });
      await page.locator('.request-pane').evaluate((p) => p.scrollTo(0, 700));
      await page.screenshot({ path: `${out}/phone-${name}-2.png` });
      expect(await overflow(page)).toEqual([]);
      if (name === 'arabic') {
        await page.evaluate(() => {
          document.documentElement.dir = 'rtl';
        });
        await page.setViewportSize({ width: 1280, height: 720 });
        await page.waitForTimeout(300);
        await page.screenshot({ path: `${out}/rtl.png` });
      }
      await page.context().close();
    }
  },
  async large() {
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await stage.open({
        path: `/requests/${ids.ethan}`,
        viewport: { width: 1280, height: 720 },
        colorScheme: scheme,
      });
      await page.locator('article.request').waitFor();
      await page.waitForTimeout(1500);
      await page.keyboard.press('p');
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${out}/large-${scheme}.png` });
      await page.keyboard.press('i');
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${out}/large-words-${scheme}.png` });
      await page.keyboard.press('i');
      for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${out}/large-pdf-${scheme}.png` });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.waitForTimeout(700);
      await page.screenshot({ path: `${out}/large-phone-${scheme}.png` });
      expect(await overflow(page)).toEqual([]);
      await page.context().close();
    }
  },
  async sheet() {
    const { page } = await stage.open({
      role: 'owner',
      path: `/requests/${ids.ethan}`,
      viewport: { width: 1280, height: 720 },
    });
    await page.locator('article.request').waitFor();
    await page.locator('.decisions .accept').click();
    await page.waitForTimeout(900);
    await page.screenshot({ path: `${out}/sheet.png` });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: `${out}/sheet-phone.png` });
    await page.keyboard.press('Escape');
    await page.locator('.decisions .decline').click();
    await page.waitForTimeout(700);
    await page.screenshot({ path: `${out}/sheet-decline-phone.png` });
    expect(await overflow(page)).toEqual([]);
    await page.context().close();
  },
};

describe('shots', () => {
  for (const [name, run] of Object.entries(shots)) if (which.includes(name)) it(name, run, 120_000);
});
void readFileSync;
