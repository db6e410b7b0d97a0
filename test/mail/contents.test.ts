import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMailComposer } from '../../src/deliveries/kinds/mail/compose-mail.ts';
import type { Studio } from '../../src/deliveries/kinds/mail/customer-mail.ts';
import { mailLookOf } from '../../src/deliveries/kinds/mail/mail-look.ts';
import { createTemplates, TemplateError } from '../../src/deliveries/kinds/mail/mail-templates.ts';
import type { MailMessage } from '../../src/deliveries/kinds/mail/mail-transport.ts';
import type { Dispatch } from '../../src/deliveries/ledger/delivery.ts';
import { settledEvents } from '../../src/events/event-pages.ts';
import { requestStatuses } from '../../src/events/statuses.ts';
import { customerTexts } from '../../src/platform/language/customer-texts.ts';
import { languages } from '../../src/platform/language/languages.ts';
import type { RequestAnswer } from '../../src/requests/facets/answers/request-answer.ts';
import { mailsSchema } from '../../src/studio/document/mails.ts';
import { dispatchedRequest } from '../support/whole-request.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { customers, from, type MailStage, openMailStage, operators, plainServer, unnamedStudio } from './stage.ts';

const request = dispatchedRequest({
  customerName: 'Zoë <b>',
  customerEmail: 'zoe@example.org',
  message: 'Two cats & a dog',
  fileNames: ['a.png', 'b.png'],
});

const dispatch: Dispatch = {
  id: '6f1f9f2e-0000-4000-8000-000000000000',
  attempt: 1,
  type: 'request.created',
  createdAt: new Date('2026-11-22T10:21:00Z'),
  facts: null,
  requestId: request.id,
  request,
  body: null,
  channel: { id: 'c', kind: 'mail', name: 'Mail', settings: {}, sealed: null },
};

const accepted = { ...dispatch, type: 'request.status_changed', facts: { from: 'NEW', to: 'ACCEPTED' } } as const;

/** The request with the choices of its customer. */
const ordered = {
  ...request,
  chosen: {
    type: { en: 'Character illustration', de: 'Figur' },
    option: { en: 'Full body' },
    customCard: null,
    extras: [],
  },
};

function composer(
  directory: string | null = null,
  statusUrl: string | null = 'https://example.org/requests/t',
  studio: Studio = unnamedStudio,
) {
  return createMailComposer({
    studio: () => studio,
    fillTemplate: createTemplates(directory),
    from,
    inboxUrl: async () => 'https://inbox.example.org',
    statusUrl: async () => statusUrl,
    readDigest: async () => ({ count: 70, requests: [{ ...request, customerName: 'Zoë\n<b>' }] }),
  });
}

describe.each(languages)('a mail in %s', (language) => {
  const compose = composer();
  const filled = ({ subject, text, html }: MailMessage) => {
    for (const part of [subject, text, html ?? '']) expect(part).not.toMatch(/\{\w*\}|\bundefined\b|\bnull\b/);
    expect(subject).not.toBe('');
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
  };

  it('tells customers of their request, of each status and of a message', async () => {
    const settings = { ...customers, language };
    const confirmation = await compose(dispatch, settings);
    filled(confirmation);
    expect(confirmation.text).toContain('https://example.org/requests/t');
    expect(confirmation.text).toContain('2FN8-Y8GA');
    const changes = requestStatuses.filter((status) => status !== 'SPAM');
    const mails = await Promise.all(
      changes.map((to) => compose({ ...dispatch, type: 'request.status_changed', facts: { from: 'X', to } }, settings)),
    );
    for (const mail of mails) filled(mail);
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(changes.length);
    const message = await compose({ ...dispatch, type: 'request.message', facts: { text: 'Hello <i>' } }, settings);
    filled(message);
    // A person greets in words of their own.
    expect(message.text).toMatch(/^Hello <i>\n/);
    expect(message.html).toContain('Hello &#60;i&#62;');
  });

  it('tells operators of requests, of many at once, and that it works', async () => {
    const settings = { ...operators, language };
    const created = await compose(dispatch, settings);
    filled(created);
    expect(created.text).toContain('https://inbox.example.org/requests/01a1fe7a-408a-736e-9ffb-b913ea8f220a');
    expect(created.replyTo).toEqual({ name: 'Zoë <b>', address: 'zoe@example.org' });
    expect(created.html).toContain('Zoë &#60;b&#62;');
    const digest = await compose({ ...dispatch, type: 'digest', requestId: null, request: null }, settings);
    filled(digest);
    expect(digest.text).toContain('Zoë <b>');
    expect(digest.text).toContain('2FN8-Y8GA');
    expect(digest.text).toContain('69');
    expect(digest.unsubscribe).toBe('https://inbox.example.org/settings/channels');
    filled(await compose({ ...dispatch, type: 'test', requestId: null, request: null }, settings));
  });
});

describe('a mail of a channel', () => {
  it('has links that can be followed where the studio wrote them, and none of strangers', async () => {
    const compose = composer();
    const text = 'Pay at https://pay.example.org/340\nhttps://bank.example@evil.example';
    const link = '<a href="https://pay.example.org/340" rel="noopener noreferrer nofollow">';
    const message = await compose({ ...dispatch, type: 'request.message', facts: { text } }, customers);
    const change = { ...dispatch, type: 'request.status_changed', facts: { from: 'NEW', to: 'ACCEPTED' } } as const;
    const status = await compose({ ...change, request: { ...request, publicMessage: text } }, customers);
    for (const { html } of [message, status]) {
      expect(html).toContain(link);
      expect(html).not.toContain('href="https://bank');
    }
    const created = await compose({ ...dispatch, request: { ...request, message: text } }, operators);
    expect(created.html).toContain('https://pay.example.org/340');
    expect(created.html).not.toContain('href="https://pay');
  });

  it('tells operators the answers, in their language and as text', async () => {
    const told = (id: string, more: Pick<RequestAnswer, 'value'> & Partial<RequestAnswer>): RequestAnswer => ({
      id,
      label: { en: `${id}?` },
      kind: 'text',
      words: [],
      ...more,
    });
    const answers = [
      told('Size', {
        kind: 'choice',
        value: 'a4',
        label: { en: 'Size?', de: 'Format?' },
        words: [{ en: 'A4', de: 'Bogen' }],
      }),
      told('Gift', { kind: 'yes-no', value: true }),
      told('Copies', { kind: 'number', value: 1234.5 }),
      told('By', { kind: 'date', value: '2027-03-01' }),
      told('Idea', { value: '<b>\r\nBcc: x@example.org' }),
      told('Old', { value: 'gone', problem: 'not-asked' }),
    ];
    const { text, html } = await composer()(
      { ...dispatch, request: { ...request, answers } },
      { ...operators, language: 'de' },
    );
    expect(text).toContain('Format? Bogen\nGift? Ja\nCopies? 1.234,5\nIdea? <b> Bcc: x@example.org\n');
    // The wish for a date stands in the box with the order.
    expect(text.indexOf('By? 1. März 2027')).toBeLessThan(text.indexOf('Two cats'));
    expect(html).toContain('<bdi>&#60;b&#62; Bcc: x@example.org</bdi>');
    expect(text).not.toContain('gone');
  });

  it.each(languages)('tells operators in %s of a status without the words for the customer', async (language) => {
    const { title, text } = customerTexts[language].statusPage.statuses.WAITLISTED;
    const facts = { from: 'NEW', to: 'WAITLISTED' };
    const mail = await composer()({ ...dispatch, type: 'request.status_changed', facts }, { ...operators, language });
    expect(mail.subject).toBe(`${title} · Zoë <b>`);
    expect(mail.text).toContain('Zoë <b> · zoe@example.org');
    const words = customerTexts[language].mails;
    for (const theirs of [text, words.follow, words.customerFooter]) expect(mail.text).not.toContain(theirs);
  });

  it.each(languages)(
    'speaks to a customer who writes in %s in it, whatever the language of the channel',
    async (language) => {
      const theirs = { ...dispatch, request: { ...request, language } };
      const types = ['request.created', 'request.status_changed', 'request.message'] as const;
      for (const type of types) {
        const facts = { from: 'NEW', to: 'ACCEPTED', text: 'Hello' };
        const mail = await composer()({ ...theirs, type, facts }, customers);
        expect(mail).toEqual(await composer()({ ...dispatch, type, facts }, { ...customers, language }));
      }
      expect(await composer()(theirs, operators)).toEqual(await composer()(dispatch, operators));
    },
  );

  it.each(['xx', 'constructor', ''])(
    'speaks to a customer of the language %j in that of the channel',
    async (language) => {
      const unknown = { ...dispatch, request: { ...request, language } };
      expect(await composer()(unknown, customers)).toEqual(await composer()(dispatch, customers));
    },
  );

  it('names the studio in its subject and its head, greets once, and describes the next step', async () => {
    const title = { en: 'Inkwell & Fox' };
    const studio: Studio = { ...unnamedStudio, title, afterwards: { en: 'I read every request myself.' }, voice: 'i' };
    const compose = composer(null, 'https://example.org/requests/t', studio);
    const english = { ...customers, language: 'en' } as const;
    const created = await compose(dispatch, english);
    expect(created.subject).toBe('Inkwell & Fox received your request');
    expect(created.text).toMatch(/^Hello,\n\nThank you! .*\n\nI read every request myself\.\n/);
    expect(created.html).toContain('<bdi>Inkwell &#38; Fox</bdi>');
    const status = await compose(accepted, english);
    expect(status.text).toContain('I am happy to take on your commission.\n\nYou will get a message when');
    const unnamed = await composer()(dispatch, english);
    expect(unnamed.subject).toBe('The studio received your request');
    expect(unnamed.text).toMatch(/^Hello,\n\nThank you! .*\n\nWe will look at it and reply by e-mail\.\n/);
    for (const { html, text } of [created, status, unnamed]) {
      expect([html?.match(/Hello/g)?.length, text.match(/Hello/g)?.length]).toEqual([1, 1]);
      expect(html + text).not.toContain('Zoë');
    }
  });

  it('says what was ordered in the words of the studio, its number and its dates', async () => {
    const studio = { ...unnamedStudio, title: { en: 'Inkwell & Fox' }, timeZone: 'Asia/Tokyo' };
    const compose = composer(null, 'https://example.org/requests/t', studio);
    const late = new Date('2026-11-22T20:00:00Z');
    const mail = { ...accepted, request: { ...ordered, createdAt: late, dueOn: '2026-12-18' } };
    const english = await compose(mail, { ...customers, language: 'en' });
    expect(english.subject).toBe('Inkwell & Fox accepted your character illustration');
    expect(english.text).toContain(
      'Commission: Character illustration · Full body\nNumber: 2FN8-Y8GA\nReceived: November 23, 2026\nDue: December 18, 2026\n\n' +
        'Track your request\nhttps://example.org/requests/t\n',
    );
    const german = await compose(mail, customers);
    expect(german.subject).toBe('Inkwell & Fox hat Ihren Auftrag „Figur“ angenommen');
    expect(german.text).toContain('Auftrag: Figur · Full body\nNummer: 2FN8-Y8GA\nEingegangen: 23. November 2026\n');
    const kept = { type: { en: 'NSFW art' }, option: null, customCard: null, extras: [] };
    const { subject } = await compose(
      { ...mail, request: { ...ordered, chosen: kept } },
      { ...customers, language: 'en' },
    );
    expect(subject).toBe('Inkwell & Fox accepted your NSFW art');
  });

  it('has the order of the HTML in its text, and no markup', async () => {
    const studio: Studio = { ...unnamedStudio, mails: mailsSchema.parse({ signature: 'Kind regards\nMara' }) };
    const compose = composer(null, 'https://example.org/requests/t', studio);
    const request = { ...ordered, publicMessage: 'The first sketch comes on <Friday>.' };
    const { text, html } = await compose({ ...accepted, request }, { ...customers, language: 'en' });
    const shown = html?.slice(html.indexOf('<h1')).replace(/<[^>]*>/g, '') ?? '';
    const order = [
      'Hello,',
      'happy to',
      'first sketch',
      'Kind regards',
      'Commission',
      '2FN8-Y8GA',
      'Track your',
      'You get this',
    ];
    for (const whole of [text, shown]) {
      const places = order.map((part) => whole.indexOf(part));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places).not.toContain(-1);
    }
    expect(text).not.toMatch(/[*_#]|&#|<(?!Friday>)/);
  });

  it('tells operators what was ordered, its sum and its number of files', async () => {
    const estimate = { shown: 49600, own: 49600, currency: 'EUR', differs: false };
    const { subject, text } = await composer()({ ...dispatch, request: { ...ordered, estimate } }, operators);
    expect(subject).toBe('New request from Zoë <b> · Character illustration');
    expect(text).toContain('Commission: Character illustration · Full body\nEstimate: €496\nAttached files: 2\n');
    expect(text).toContain('Open the request\nhttps://inbox.example.org/requests/');
  });

  it('keeps a name that turns the direction of text out of the subject', async () => {
    const request = { ...ordered, customerName: 'Eve \u202eecila\u2066\r\nBcc: x' };
    const { subject } = await composer()({ ...dispatch, request }, operators);
    expect(subject).toBe('New request from Eve ecila Bcc: x · Character illustration');
  });

  it('has the accent of the studio, with text that can be read on it', async () => {
    const theme = { accent: { light: '#b0412a', dark: '#f0a28d' }, scheme: 'both', typeface: 'serif' } as const;
    const { html } = await composer(null, 'https://example.org/requests/t', {
      ...unnamedStudio,
      look: mailLookOf(theme),
    })(dispatch, customers);
    expect(html).toContain('bgcolor="#b0412a"');
    expect(html).toContain('.button { background: #f0a28d !important }\n  .button a { color: #10202b !important }');
    const light = mailLookOf({ ...theme, scheme: 'light' });
    const lit = await composer(null, null, { ...unnamedStudio, look: light })(dispatch, customers);
    expect(lit.html).not.toContain('prefers-color-scheme');
    expect((await composer()(dispatch, operators)).html).toContain('bgcolor="#2b5c77"');
  });

  it('shows the logo of the studio to customers alone, as a part of the mail', async () => {
    const logo = { sha256: 'a'.repeat(64), width: 640, height: 320 };
    const compose = composer(null, null, { ...unnamedStudio, logo });
    const mail = await compose(dispatch, customers);
    expect(mail.logo).toBe(logo.sha256);
    expect(mail.html).toContain('<img src="cid:logo" width="96" height="48" alt=""');
    expect(mail.html?.match(/<img|src=/g)).toHaveLength(2);
    expect(await compose(dispatch, operators)).toEqual(await composer()(dispatch, operators));
    expect(await composer()(dispatch, customers)).not.toHaveProperty('logo');
  });

  it('tells customers of no status page that they cannot reach', async () => {
    const { text } = await composer(null, null)(dispatch, customers);
    expect(text).not.toContain('/requests/');
  });
});

describe('the own words of a studio', () => {
  const written = (mails: unknown, changes: Partial<Studio> = {}) =>
    composer(null, 'https://example.org/requests/t', { ...unnamedStudio, ...changes, mails: mailsSchema.parse(mails) });
  const english = { ...customers, language: 'en' } as const;
  const mail = { ...accepted, request: { ...ordered, publicMessage: 'See you on Friday.' } };

  it('take the place of subject and text in their language, filled in', async () => {
    const compose = written(
      {
        ACCEPTED: {
          subject: { en: '{studio} says yes to your {type}' },
          text: { en: 'Dear customer,\n\n{number} came on {received}.\n\nSee {link}' },
        },
        signature: { en: 'Kind regards', de: 'Liebe Grüße' },
      },
      { title: { en: 'Inkwell & Fox' } },
    );
    const { subject, text } = await compose(mail, english);
    expect(subject).toBe('Inkwell & Fox says yes to your character illustration');
    expect(text).toMatch(
      /^Dear customer,\n\n2FN8-Y8GA came on November 22, 2026\.\n\nSee https:\/\/example\.org\/requests\/t\n\nSee you on Friday\.\n\nKind regards\n\nCommission:/,
    );
    const german = await compose(mail, customers);
    expect(german.subject).toBe('Inkwell & Fox hat Ihren Auftrag „Figur“ angenommen');
    expect(german.text).toMatch(/^Guten Tag,\n\nWir übernehmen[\s\S]*\n\nLiebe Grüße\n\nAuftrag:/);
    expect((await compose({ ...mail, facts: { from: 'NEW', to: 'DECLINED' } }, english)).text).toMatch(/^Hello,/);
  });

  it('leave out lines whose placeholder has no value, and are the built-in ones when none is left', async () => {
    const compose = written({
      ACCEPTED: { subject: { en: 'Due on {due}' }, text: { en: 'Yes!\nIt is due on {due}.\nSee you.' } },
      DECLINED: { text: { en: '{due}' } },
    });
    const { subject, text } = await compose(mail, english);
    expect(subject).toBe('The studio accepted your character illustration');
    expect(text).toMatch(/^Yes!\nSee you\.\n/);
    const due = { ...mail, request: { ...mail.request, dueOn: '2026-12-18' } };
    expect((await compose(due, english)).subject).toBe('Due on December 18, 2026');
    expect((await compose({ ...mail, facts: { to: 'DECLINED' } }, english)).text).toMatch(/^Hello,\n\nWe are sorry/);
  });

  it('are the subject of a message that a person writes, and of nothing below it', async () => {
    const compose = written({ operatorMessage: { subject: { en: 'About {number}' } }, signature: 'Mara' });
    const message = { ...dispatch, type: 'request.message', facts: { text: 'Hello {name}' } } as const;
    const { subject, text } = await compose(message, english);
    expect(subject).toBe('About 2FN8-Y8GA');
    expect(text).toMatch(/^Hello \{name\}\n/);
    expect(text).not.toContain('Mara');
  });

  it('are text, however hostile', async () => {
    const turned = '\u202eevil';
    const title = { en: '<b>{due}</b>\r\nBcc: x@example.org' };
    const compose = written(
      {
        ACCEPTED: {
          subject: { en: `{studio} ${turned}` },
          text: { en: `<script>x</script> {type}\n\n${'x'.repeat(4900)}` },
        },
      },
      { title },
    );
    const type = { en: '<i>{link}</i>' };
    const request = { ...ordered, chosen: { ...ordered.chosen, type } };
    const { subject, html, text } = await compose({ ...mail, request }, english);
    expect(subject).toBe(`<b>{due}</b> Bcc: x@example.org ${turned}`);
    expect(html).not.toMatch(/<(?:b|i|script)>/);
    expect(html).toContain('&#60;script&#62;x&#60;/script&#62; &#60;i&#62;{link}&#60;/i&#62;');
    expect(text).toContain('x'.repeat(4900));
    const long = written(
      { ACCEPTED: { subject: { en: `${'ü'.repeat(190)} {studio}` } } },
      { title: { en: 'y'.repeat(200) } },
    );
    expect([...(await long(mail, english)).subject]).toHaveLength(251);
  });
});

describe('a template', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'templates-'));
  });

  afterAll(() => rm(directory, { recursive: true }));

  const write = (name: string, text: string | Buffer) => writeFile(join(directory, name), text);

  it('takes the place of a mail in its language, its values made safe for HTML', async () => {
    await write('operator-created.en.txt', 'Subject: {{ number }} by {{name}}: {{message}}\n\nSee {{link}}\n');
    await write('operator-created.en.html', '<p title="{{name}}">{{message}}</p>');
    const message = 'One\n<img src=x>';
    const hostile = { ...request, customerName: '"Zoë"\r\nBcc: x', message };
    const mail = await composer(directory)({ ...dispatch, request: hostile }, operators);
    expect(mail).toMatchObject({
      subject: '2FN8-Y8GA by "Zoë" Bcc: x: One <img src=x>',
      text: 'See https://inbox.example.org/requests/01a1fe7a-408a-736e-9ffb-b913ea8f220a\n',
      html: '<p title="&#34;Zoë&#34; Bcc: x">One<br>&#60;img src=x&#62;</p>',
    });
    expect((await composer(directory)(dispatch, { ...operators, language: 'de' })).subject).toBe(
      'Neue Anfrage von Zoë <b>',
    );
  });

  it('names the status that a request has when the confirmation comes, whatever it is by then', async () => {
    await write('customer-created.de.txt', 'Subject: {{status}}\n\n{{statusText}}');
    const created = { ...dispatch, request: { ...request, status: 'COMPLETED' as const } };
    const compose = composer(directory);
    const { subject } = await compose(created, customers);
    expect(subject).toBe((await compose({ ...created, request: { ...request, status: 'NEW' } }, customers)).subject);
  });

  it('is for customers of its language alone', async () => {
    await write('customer-created.de.txt', 'Subject: Da\n\nIhre Nummer: {{number}}');
    await write('customer-created.ja.txt', 'Subject: 受付\n\n番号: {{number}}');
    const subjectIn = async (language: string | null) =>
      (await composer(directory)({ ...dispatch, request: { ...request, language } }, customers)).subject;
    expect(await subjectIn(null)).toBe('Da');
    expect(await subjectIn('ja')).toBe('受付');
    expect(await subjectIn('en')).toBe('The studio received your request');
  });

  it('may begin with a byte order mark', async () => {
    await write('customer-created.de.txt', '\uFEFFSubject: Da\r\n\r\nIhre Nummer: {{number}}');
    expect((await composer(directory)(dispatch, customers)).subject).toBe('Da');
  });

  it('makes a mail of text alone of text alone', async () => {
    await write('customer-created.de.txt', 'Subject: Da\r\n\r\nIhre Nummer: {{number}}');
    const mail = await composer(directory)(dispatch, customers);
    expect(mail).toMatchObject({ subject: 'Da', text: 'Ihre Nummer: 2FN8-Y8GA', html: null });
  });

  it.each([
    ['without a subject', 'Hello', /must begin with "Subject: …"/],
    ['with a name that no name can be', 'Subject: a\n\n{{request.number}}', /placeholder \{\{request\.number\}\}/],
    [
      'with a name that there is none of',
      'Subject: a\n\n{{customerName}}',
      /has the unknown placeholder \{\{customerName\}\}; the placeholders are number/,
    ],
    ['that reaches for more', 'Subject: a\n\n{{constructor}}', /placeholder \{\{constructor\}\}/],
    [
      'of another encoding',
      Buffer.from('Subject: Gr\xfc\xdfe\n\na', 'latin1'),
      /customer-created\.de\.txt is not UTF-8/,
    ],
  ])('fails and says why: %s', async (_name, text, fault) => {
    await write('customer-created.de.txt', text);
    const composed = composer(directory)(dispatch, customers);
    await expect(composed).rejects.toThrow(TemplateError);
    await expect(composed).rejects.toThrow(fault);
  });
});

describe('the real tables', () => {
  let stage: MailStage;
  let server: MailServer;

  beforeAll(async () => {
    stage = await openMailStage();
    server = await startMailServer();
  });

  afterEach(async () => {
    await stage.pool.query('delete from delivery_channels; delete from deliveries; delete from delivery_digests');
  });

  afterAll(async () => {
    await server.close();
    await stage.close();
  });

  /** Waits, because open transactions in other databases of the server delay the feed. */
  async function untilSettled(): Promise<void> {
    const text = `select count(*)::int as held from request_events e where not ${settledEvents}`;
    const held = async () => (await stage.pool.query<{ held: number }>(text)).rows[0]?.held;
    await expect.poll(held).toBe(0);
  }

  /** Returns the current hour. */
  const thisHour = () => new Date().getUTCHours();

  it('have a digest that tells of each request once, whoever makes it, and of none where none came', async () => {
    const daily = { ...operators, pace: 'daily', hour: thisHour() } as const;
    await stage.inbox.store({ name: 'Before the channel' });
    await untilSettled();
    const channel = await stage.addChannel(daily);
    await stage.digests.makeDue();
    const count = async () => (await stage.deliveries.ofChannel(channel, {}, null, 50))?.items.length;
    expect(await count()).toBe(0);
    await stage.inbox.store({ name: 'After the hour' });
    await stage.digests.makeDue();
    expect(await count()).toBe(0);
    const yesterday = new Date(Date.now() - 86_400_000);
    const ids = [
      await stage.inbox.store({ name: 'Anna', createdAt: yesterday }),
      await stage.inbox.store({ name: 'Spam', createdAt: yesterday }),
    ];
    await stage.pool.query("update commission_requests set status = 'SPAM' where id = $1", [ids[1]]);
    await untilSettled();
    await Promise.all([stage.digests.makeDue(), stage.digests.makeDue(), stage.digests.makeDue()]);
    expect(await count()).toBe(1);
    const [delivery] = (await stage.deliveries.ofChannel(channel, {}, null, 50))?.items ?? [];
    const worker = stage.openWorker(plainServer(server.port));
    const sent = await stage.untilTried(worker, delivery?.id ?? '');
    expect(sent.state).toBe('delivered');
    expect(server.received.at(-1)?.source).toMatch(
      /^List-Unsubscribe: <https:\/\/inbox\.example\.org\/settings\/channels>/m,
    );
    const { subject, text } = JSON.parse(sent.body ?? '');
    expect(text).toContain('Anna');
    expect(text).not.toContain('Spam');
    expect(text).not.toContain('Before the channel');
    expect(subject).toMatch(/^\d new requests?$/);
    await stage.digests.makeDue();
    expect(await count()).toBe(1);
  });

  it('tell a channel with a digest of nothing else', async () => {
    const { insertCreatedDeliveries } = await import('../../src/events/delivery-clauses.ts');
    const ids = [await stage.addChannel({ ...operators, pace: 'daily' }), await stage.addChannel(operators)];
    const requestId = await stage.inbox.store();
    await stage.pool.query(
      `with visible_requests as (select $1::uuid as request_id) ${insertCreatedDeliveries('visible_requests')}`,
      [requestId],
    );
    const made = await stage.deliveries.ofRequest(requestId);
    expect(made.map(({ channel }) => channel.id)).toEqual([ids[1]]);
  });

  it('give a mail the language of its request', async () => {
    const channel = await stage.addChannel(customers);
    const worker = stage.openWorker(plainServer(server.port));
    const subjectIn = async (language: string | null) => {
      const requestId = await stage.inbox.store({ language, email: `${language}@example.org` });
      const id = await stage.makeDelivery(channel, requestId, 'request.created');
      await stage.until(worker, id, 'delivered');
      return JSON.parse((await stage.detail(id)).body ?? '').subject;
    };
    expect(await subjectIn('fr')).toBe('L’atelier a bien reçu votre demande');
    expect(await subjectIn(null)).toBe('Das Studio hat Ihre Anfrage erhalten');
  });

  it('lead a message to the customer and into the history, and it can be taken back', async () => {
    const requestId = await stage.inbox.store({ email: 'zoe@example.org' });
    const { actor } = stage.inbox;
    expect(await stage.messages.send(requestId, 'Hello', actor)).toBe('no-channel');
    await stage.addChannel({ ...customers, messages: false });
    expect(await stage.messages.send(requestId, 'Hello', actor)).toBe('no-channel');
    await stage.addChannel(customers);
    const sent = await stage.messages.send(requestId, 'Hello', actor);
    const taken = await stage.messages.send(requestId, 'A mistake', actor);
    if (typeof sent === 'string' || typeof taken === 'string') throw new Error('A message was not made');
    expect(await stage.messages.cancel(requestId, taken.deliveryId, actor)).toBe('cancelled');
    expect(await stage.messages.cancel(requestId, requestId, actor)).toBe('missing');
    const worker = stage.openWorker(plainServer(server.port));
    const before = server.received.length;
    expect((await stage.untilTried(worker, sent.deliveryId)).state).toBe('delivered');
    expect(server.received.slice(before).map(({ to }) => to)).toEqual([['zoe@example.org']]);
    expect(await stage.messages.cancel(requestId, sent.deliveryId, actor)).toBe('too-late');
    const events = await stage.inbox.reader.events(requestId);
    expect(events?.filter(({ kind }) => kind === 'message').map(({ from, to }) => [from, to])).toEqual([
      [null, { text: 'Hello', deliveryId: sent.deliveryId }],
      [null, { text: 'A mistake', deliveryId: taken.deliveryId }],
      [{ text: 'A mistake', deliveryId: taken.deliveryId }, null],
    ]);
    expect(await stage.messages.send('00000000-0000-7000-8000-000000000000', 'Hello', actor)).toBe('missing');
  });
});
