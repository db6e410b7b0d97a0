import { describe, expect, it } from 'vitest';
import { customerTexts } from '../../platform/language/customer-texts.ts';
import { emptyCatalogue } from '../../studio/catalogue/catalogue.ts';
import type { Queue, QueueRow } from '../../studio/catalogue/queue-shape.ts';
import { studioSchema } from '../../studio/document/studio.ts';
import { queuePage } from './queue-page.tsx';
import type { PageContext } from './status-document.tsx';

const sha256 = 'c'.repeat(64);
const { types } = studioSchema.parse({
  types: [
    { id: 'bust', name: { en: 'Bust', de: 'Büste' }, hidden: true, pictures: [{ sha256 }, { sha256: 'd'.repeat(64) }] },
    { id: 'scene', name: 'Scene & more' },
  ],
});

const english: PageContext = {
  reader: { language: 'en', locale: 'en' },
  messages: customerTexts.en.statusPage,
  catalogue: emptyCatalogue,
  icon: null,
  style: { css: '', source: '' },
  root: './',
};

const row = (type: string | null, number: string): QueueRow => ({ type, month: '2026-10', number });
const empty: Queue = { inProgress: [], next: [], waiting: 0, finished: [] };
const show = (queue: Partial<Queue>) => queuePage({ ...empty, ...queue }, types, english);

describe('the page with the queue', () => {
  it("has the studio's first picture of each type, also of one that is no longer offered", () => {
    const page = show({ inProgress: [row('bust', 'K7QX')] });
    expect(page.match(/<img [^>]*>/g)).toEqual([`<img class="work-picture" src="./pictures/${sha256}-640.webp" alt/>`]);
    expect(page).toContain('<strong><bdi>Bust</bdi></strong>');
    expect(page).toContain('<time datetime="2026-10">October 2026</time> <bdi>K7QX</bdi>');
  });

  it('has a mark in the place of a picture that there is not, and no name of an unknown type', () => {
    const page = show({ next: [row('scene', '0001'), row(null, '0002')] });
    expect(page).not.toContain('<img');
    expect(page.match(/<svg class="work-picture"/g)).toHaveLength(2);
    expect(page).toContain('<strong><bdi>Scene &amp; more</bdi></strong>');
    expect(page).toContain('<strong><bdi>Commission</bdi></strong>');
  });

  it('counts each part and the waiting requests, and leaves out empty parts', () => {
    const page = show({ next: [row('scene', '0001'), row('scene', '0002')], waiting: 3 });
    expect(page).toContain('<h2 id="up-next">Up next <span class="count">2</span></h2>');
    expect(page).toContain('On the waiting list: 3');
    expect(page.match(/Nothing at the moment/g)).toHaveLength(1);
    expect(page).not.toContain('id="finished"');
    expect(show({})).not.toContain('waiting list');
  });

  it('shows a name as text, in its own direction', () => {
    const page = show({ finished: [{ ...row('scene', '0001'), name: '<b>מזל' }] });
    expect(page).toContain('<span><bdi>&lt;b>מזל</bdi></span>');
  });
});
