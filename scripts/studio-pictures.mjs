import { join } from 'node:path';
import { draw } from './art/art.mjs';
import { shoot } from './picture-service.mjs';

const price = (amount, from = false) => ({ amount, from, per: null });
const question = { hint: null, required: false, options: [], max: null, types: [], when: null, multiplies: false };

/** Takes the pictures of a studio that has set more than choices into the folder. `open` resolves with a page. */
export async function takeStudio(open, folder) {
  const page = await open({
    viewport: { width: 860, height: 900 },
    colorScheme: 'light',
    timezoneId: 'Pacific/Auckland',
  });
  const catalogue = await page.evaluate(async () => (await fetch('api/v1/catalogue')).json());
  await setStudio(page, catalogue, {});
  await page.getByRole('radio', { name: 'Portrait' }).check();
  await page.getByRole('radio', { name: 'Full figure' }).check();
  await page.getByRole('checkbox', { name: 'Oak frame' }).check();
  await page.getByLabel('How many figures?').fill('2');
  await page.getByRole('radio', { name: 'For myself' }).check();
  await picture(page, 1240, 0, 'form-studio.png');
  const estimate = page.getByRole('region', { name: 'Estimate' });
  const top = await estimate.evaluate((part) => part.getBoundingClientRect().top + scrollY - 24);
  await picture(page, 620, top, 'estimate.png');
  await setStudio(page, catalogue, { opening: full });
  await picture(page, 700, 0, 'waiting-list.png');
  await setStudio(page, catalogue, { opening: later() });
  await picture(page, 900, 0, 'opens-later.png');
  await setStudio(page, catalogue, { opening: { ...later(), reason: 'manual', opensAt: null, message: null } });
  await picture(page, 620, 0, 'closed.png');
  await page.context().close();

  async function picture(of, height, scroll, name) {
    await of.setViewportSize({ width: 860, height });
    await of.evaluate((to) => {
      document.activeElement?.blur();
      scrollTo(0, to);
    }, scroll);
    await shoot(of, join(folder, name));
  }
}

/** Takes the picture of the cards on a phone, in the dark. */
export async function takeCards(open, folder) {
  const viewport = { width: 390, height: 800 };
  const page = await open({ viewport, colorScheme: 'dark', isMobile: true, hasTouch: true });
  const catalogue = await page.evaluate(async () => (await fetch('api/v1/catalogue')).json());
  await setStudio(page, catalogue, {});
  await page.getByRole('radio', { name: 'Portrait' }).check();
  await page
    .locator('.picture')
    .first()
    .evaluate((card) => card.scrollIntoView({ block: 'center' }));
  await shoot(page, join(folder, 'cards-phone.png'));
  await page.context().close();
}

const left = (id, state, count) => ({ id, state, left: count });

const full = {
  state: 'waitlist',
  reason: 'slots',
  opensAt: null,
  closesAt: null,
  message: { en: 'I write to you as soon as a place is free.' },
  timeZone: 'Europe/Berlin',
  types: [left('portrait', 'waitlist', 0), left('landscape', 'waitlist', 0)],
};

const later = () => ({
  state: 'closed',
  reason: 'schedule',
  opensAt: new Date(Date.UTC(new Date().getUTCFullYear() + 1, 2, 1, 9)).toISOString(),
  closesAt: null,
  message: { en: 'The spring queue opens soon. Thank you for your patience!' },
  timeZone: 'Europe/Berlin',
  types: [],
  notices: true,
});

/** Shows the page with what a studio may set beside its choices. */
async function setStudio(page, catalogue, set) {
  const works = [
    ['pet', 24],
    ['character', 6],
    ['landscape', 11],
  ];
  const examples = await Promise.all(works.map(([kind, seed]) => draw(kind, seed, 640, 480)));
  const [portrait, landscape] = catalogue.types;
  const [frame, ...extras] = catalogue.extras;
  const pictures = (count) =>
    Array.from({ length: count }, (_, index) => ({
      url: `pictures/${index}.webp`,
      largeUrl: `pictures/${index}.webp`,
      width: 640,
      height: 480,
      alt: null,
    }));
  const options = portrait.options.map((option, index) => ({ ...option, price: price(index * 6000) }));
  const whole = {
    ...catalogue,
    types: [
      { ...portrait, options, price: price(18_000, true), pictures: pictures(3) },
      { ...landscape, price: price(32_000), pictures: pictures(1).map((one) => ({ ...one, url: 'pictures/2.webp' })) },
    ],
    extras: [{ ...frame, price: price(8500) }, ...extras],
    prices: { currency: 'EUR' },
    questions: [
      {
        ...question,
        id: 'figures',
        kind: 'number',
        label: { en: 'How many figures?' },
        hint: { en: 'The price is for each of them.' },
        required: true,
        multiplies: true,
      },
      {
        ...question,
        id: 'licence',
        kind: 'choice',
        label: { en: 'What will you use it for?' },
        hint: { en: 'The licence depends on it.' },
        options: [
          { id: 'personal', name: { en: 'For myself' } },
          { id: 'commercial', name: { en: 'For my business' } },
        ],
      },
    ],
    terms: [
      {
        id: 'terms',
        title: { en: 'Terms of service' },
        text: { en: 'Half of the price is due before the sketch.' },
        required: true,
        sha256: { en: '0'.repeat(64) },
      },
    ],
    ...set,
  };
  await page.route('**/api/v1/catalogue', (route) => route.fulfill({ json: whole }));
  await page.route('**/pictures/*', (route) => {
    const [, index] = /(\d)\.webp$/.exec(route.request().url()) ?? [];
    return route.fulfill({ contentType: 'image/png', body: examples[Number(index)] });
  });
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.locator('.picture img').last().waitFor();
  await page.waitForLoadState('networkidle');
}
