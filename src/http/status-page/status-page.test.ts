import { describe, expect, it } from 'vitest';
import type { CustomerStatus } from '../../events/status-links/status-links.ts';
import { requestStatuses } from '../../events/statuses.ts';
import { customerTexts } from '../../platform/language/customer-texts.ts';
import { languagePreferenceOf } from '../../platform/language/language-preference.ts';
import { languages } from '../../platform/language/languages.ts';
import { emptyCatalogue } from '../../studio/catalogue/catalogue.ts';
import { deadLinkPage, noticePage } from './plain-page.tsx';
import type { PageContext } from './status-document.tsx';
import { statusPage } from './status-page.tsx';
import { statusScript } from './status-script.ts';

const request: CustomerStatus = {
  requestId: '01a1fe7a-408a-736e-9ffb-b913ea8f220a',
  createdAt: new Date('2026-11-22T10:21:00Z'),
  status: 'NEW',
  dueOn: null,
  publicMessage: null,
  publicMessageAt: null,
  fileCount: 3,
  work: null,
  terms: [],
};

const style = { css: '.panel{}', source: '' };

function contextIn(language: string, catalogue: PageContext['catalogue'] = emptyCatalogue): PageContext {
  const reader = languagePreferenceOf(undefined, language);
  const messages = customerTexts[reader.language].statusPage;
  return { reader, messages, catalogue, icon: null, style, root: '../' };
}

const ownScript = `<script>${statusScript}</script>`;
const english = contextIn('en');
const show = (changed: Partial<CustomerStatus>, context = english) => statusPage({ ...request, ...changed }, context);

describe('the status page', () => {
  it('says the time, the status and the number of files of the request', () => {
    const page = show({ status: 'IN_PROGRESS' });
    expect(page).toContain('<h1>In progress</h1>');
    expect(page).toContain('Request <bdi>2FN8-Y8GA</bdi>');
    expect(page).toContain(
      '<time datetime="2026-11-22T10:21:00.000Z" data-locale="en">November 22, 2026 at 10:21 AM UTC</time>',
    );
    expect(page).toContain('<dt>Attached files</dt><dd>3</dd>');
    expect(page).toContain('<li class="past">Accepted</li><li aria-current="step">In progress</li><li>Completed</li>');
  });

  it('shows the type and the size in the words of the studio, with its picture of the type', () => {
    const sha256 = 'c'.repeat(64);
    const work = { type: { en: 'Bust & more', de: 'Büste' }, option: { en: 'Large' }, picture: sha256 };
    const page = show({ work });
    expect(page).toContain('<strong><bdi>Bust &amp; more</bdi></strong><span><bdi>Large</bdi></span>');
    expect(page.match(/<img [^>]*>/g)).toEqual([
      `<img class="work-picture" src="../pictures/${sha256}-640.webp" alt/>`,
    ]);
    const plain = show({ work: { ...work, option: null, picture: null } });
    expect(plain).toContain('<div class="work"><p><strong><bdi>Bust &amp; more</bdi></strong></p></div>');
    expect(show({})).not.toContain('class="work"');
  });

  it('shows the date on which it is due while the studio has promised it', () => {
    const due = 'Due on <bdi><time datetime="2026-12-18">December 18, 2026</time></bdi>';
    for (const status of ['ACCEPTED', 'IN_PROGRESS'] as const)
      expect(show({ status, dueOn: '2026-12-18' })).toContain(due);
    for (const status of ['NEW', 'SPAM', 'WAITLISTED', 'DECLINED', 'COMPLETED'] as const) {
      expect(show({ status, dueOn: '2026-12-18' })).not.toContain('2026-12-18');
    }
  });

  it('has a link to each version of the terms that the customer agreed to', () => {
    const [known, gone] = ['a'.repeat(64), 'b'.repeat(64)];
    const terms = [
      { sha256: known, title: { en: 'Terms & more' } },
      { sha256: gone, title: null },
    ];
    const page = show({ terms });
    expect(page).toContain('<dt>You agreed to</dt>');
    expect(page).toContain(`<a href="../terms/${known}"><bdi>Terms &amp; more</bdi></a>`);
    expect(page).toContain(`<a href="../terms/${gone}"><bdi>Read the version you agreed to</bdi></a>`);
    expect(show({})).not.toContain('You agreed to');
  });

  it.each(languages)('has words of its own in %s for every status', (language) => {
    const context = contextIn(language);
    const pages = requestStatuses.map((status) => show({ status }, context));
    for (const page of pages) {
      expect(page).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
      expect(page).not.toMatch(/[{}](?![^<]*<\/(?:style|script)>)/);
    }
    const titles = pages.map((page) => /<h1>([^<]+)<\/h1>/.exec(page)?.[1]);
    expect(new Set(titles).size).toBe(requestStatuses.length - 1);
    const texts = JSON.stringify(customerTexts[language].statusPage);
    expect(texts).toContain('{number}');
    expect(texts).toContain('{address}');
    if (language !== 'en') expect(texts).not.toContain(customerTexts.en.statusPage.statuses.NEW.text);
  });

  it('has the name of the studio in its title', () => {
    const catalogue = { ...emptyCatalogue, title: { en: 'Inkwell & Fox' } };
    const page = show({ status: 'ACCEPTED' }, contextIn('en', catalogue));
    expect(page).toContain('<title>Accepted · Request 2FN8-Y8GA · Inkwell &amp; Fox</title>');
  });

  it('says the next step, for a new request in the words of the studio', () => {
    const afterwards = { en: 'I read every request <myself>.\nThen you get a quote.' };
    const context = contextIn('en', { ...emptyCatalogue, afterwards });
    const own = '<p dir="auto">I read every request &lt;myself>.</p><p dir="auto">Then you get a quote.</p>';
    expect(show({}, context)).toContain(own);
    expect(show({ status: 'ACCEPTED' }, context)).not.toContain(own);
    expect(show({})).toContain('We will look at it and reply by e-mail.');
    expect(show({ status: 'ACCEPTED' })).toContain('You will get a message when the work begins.');
    expect(show({ status: 'DECLINED' })).not.toContain('What happens next');
  });

  it('has a way to the form and to the studio where a link is dead', () => {
    const page = deadLinkPage(contextIn('en', { ...emptyCatalogue, contact: 'studio@example.org' }));
    expect(page).toContain('<p class="way"><a href="../" class="button button-primary">Request a commission</a></p>');
    expect(page).toContain('mailto:studio@example.org');
  });

  it('shows spam as a request that is new', () => {
    expect(show({ status: 'SPAM', publicMessage: 'Hello' })).toBe(show({ status: 'NEW', publicMessage: 'Hello' }));
  });

  it('says when the message was written', () => {
    const publicMessageAt = new Date('2026-11-28T09:00:00Z');
    const page = show({ publicMessage: 'Sketches follow', publicMessageAt });
    expect(page).toMatch(
      /<p class="sent"><time datetime="2026-11-28T09:00:00.000Z"[^>]*>November 28, 2026 at 9:00 AM UTC</,
    );
    expect(show({ publicMessageAt })).not.toContain('<time datetime="2026-11-28');
  });

  it('shows a message as text, each line in its own direction', () => {
    const publicMessage = '<script>alert(1)</script> & "you"\n\u202eמזל טוב\r\n<img src=x onerror=alert(2)>';
    const page = show({ publicMessage });
    expect(page).toContain('<p dir="auto">&lt;script>alert(1)&lt;/script> &amp; &quot;you&quot;</p>');
    expect(page).toContain('<p dir="auto">\u202eמזל טוב</p><p dir="auto">&lt;img src=x onerror=alert(2)></p>');
    expect(page.replace(ownScript, '')).not.toMatch(/<script|<img/);
  });

  it('has the links of a message', () => {
    expect(show({ publicMessage: 'Pay (https://pay.example.org/340).' })).toContain(
      '<p dir="auto">Pay (<a href="https://pay.example.org/340" rel="noopener noreferrer nofollow"><bdi dir="ltr">https://pay.example.org/340</bdi></a>).</p>',
    );
  });

  it('links to the form by its own title, and to the contact for questions', () => {
    const title = { en: '<b>Cats</b> & $& co', de: 'Katzen' };
    const catalogue = { ...emptyCatalogue, title, contact: "o'neil&co@example.org" };
    expect(show({}, contextIn('en', catalogue))).toContain(
      '<a href="../"><bdi>&lt;b>Cats&lt;/b> &amp; $&amp; co</bdi></a>',
    );
    const page = show({}, contextIn('de', catalogue));
    expect(page).toContain('<a href="../"><bdi>Katzen</bdi></a>');
    expect(page).toContain(
      '<a href="mailto:o\'neil%26co@example.org?subject=Anfrage%202FN8-Y8GA">o\'neil&amp;co@example.org</a>',
    );
  });

  it('has the icon of the form, else that of the reference, so that no browser asks for another', () => {
    expect(show({})).toContain('<link rel="icon" href="../docs.svg" type="image/svg+xml"/>');
    expect(show({}, { ...english, icon: { path: 'pictures/abc', mediaType: 'image/png' } })).toContain(
      '<link rel="icon" href="../pictures/abc" type="image/png"/>',
    );
  });

  it('is light or dark as the studio has set it, else as the system of the reader', () => {
    const pageOf = (scheme: string) => {
      const theme = { accent: { light: null, dark: null }, scheme, typeface: 'system' };
      return show({}, contextIn('en', { ...emptyCatalogue, theme }));
    };
    for (const scheme of ['light', 'dark']) {
      expect(pageOf(scheme)).toContain(`<html lang="en" dir="ltr" data-theme="${scheme}">`);
    }
    expect(pageOf('both')).toContain('<html lang="en" dir="ltr">');
  });

  it('has no script but its own, no form and no content of other hosts', () => {
    for (const page of [show({ publicMessage: 'Hello' }), noticePage(english.messages.notFound, english)]) {
      expect(page.replace(ownScript, '')).not.toMatch(/<script|<form|https?:|\son\w+=|\sstyle=/);
    }
  });
});
