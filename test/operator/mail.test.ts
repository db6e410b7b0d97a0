import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';

let stage: OperatorStage;
let operator: Caller;

beforeAll(async () => {
  stage = await openOperatorStage();
  operator = await stage.person('operator');
});

afterAll(() => stage.close());

const customers = { name: 'Customers', types: ['request.created'], mail: { audience: 'customers', language: 'de' } };
const owners = {
  name: 'Owners',
  types: ['request.created'],
  mail: { audience: 'operators', to: [{ name: 'Ann, "the" owner', address: 'ann@example.org' }], pace: 'daily' },
};

const switches = (types: readonly string[], messages: boolean) => ({
  ...customers,
  types,
  mail: { audience: 'customers', messages },
});
const nothing = 'The channel would never send anything: only mail to customers with messages needs no type';

async function addSwitched(types: readonly string[], messages: boolean): Promise<string> {
  const { status, body } = await stage.owner.call('POST', `${api}/channels/mail`, { body: switches(types, messages) });
  expect([status, body]).toMatchObject([201, { types, settings: { messages } }]);
  return `${api}/channels/${body.id}`;
}

describe('mail to customers', () => {
  const messagesOff = { mail: { audience: 'customers', messages: false } };

  it.each([
    [['request.created'], false],
    [['request.status_changed'], false],
    [[], true],
  ])('has the types %j alone, and messages: %j', async (types, messages) => {
    const path = await addSwitched(types, messages);
    expect((await stage.owner.call('GET', path)).body).toMatchObject({ types, settings: { messages } });
    expect((await stage.owner.call('DELETE', path)).status).toBe(204);
  });

  it('is not added with everything switched off', async () => {
    const { status, body } = await stage.owner.call('POST', `${api}/channels/mail`, { body: switches([], false) });
    expect([status, body.issues]).toEqual([422, [{ path: '/types', message: nothing, code: 'rule' }]]);
  });

  it('keeps one of its switches on', async () => {
    const path = await addSwitched(['request.created'], true);
    const patch = (types: readonly string[]) => stage.owner.call('PATCH', path, { body: { name: 'New', types } });
    expect((await patch([])).body).toMatchObject({ types: [] });
    const put = await stage.owner.call('PUT', `${path}/mail`, { body: messagesOff });
    expect([put.status, put.body.issues]).toEqual([422, [{ path: '/mail', message: nothing, code: 'rule' }]]);
    expect((await stage.owner.call('PUT', `${path}/mail`, { body: { mail: owners.mail } })).status).toBe(422);
    expect((await patch(['request.status_changed'])).status).toBe(200);
    expect((await stage.owner.call('PUT', `${path}/mail`, { body: messagesOff })).status).toBe(200);
    const none = await patch([]);
    expect([none.status, none.body.issues]).toEqual([422, [{ path: '/types', message: nothing, code: 'rule' }]]);
    expect((await stage.owner.call('GET', path)).body).toMatchObject({
      types: ['request.status_changed'],
      settings: { messages: false },
    });
  });

  it('keeps one of its switches on when two owners each switch off the other one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const path = await addSwitched(['request.created'], true);
      const answers = await Promise.all([
        stage.owner.call('PATCH', path, { body: { types: [] } }),
        stage.owner.call('PUT', `${path}/mail`, { body: messagesOff }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      await stage.owner.call('DELETE', path);
    }
  });
});

describe('a template for messages', () => {
  it('is kept once for everybody, with every character, and forgotten', async () => {
    const path = `${api}/message-templates`;
    const text = '  <b>Which</b> frame?\r\n😀 \u202e';
    const { body: kept } = await stage.owner.call('POST', path, { body: { text } });
    const operator = await stage.person('operator');
    expect((await operator.call('POST', path, { body: { text } })).body).toEqual(kept);
    expect((await (await stage.person('viewer')).call('GET', path)).body).toEqual({ items: [{ id: kept.id, text }] });
    expect((await operator.call('DELETE', `${path}/${kept.id}`)).status).toBe(204);
    expect((await operator.call('GET', path)).body).toEqual({ items: [] });
  });

  it('has at most 5,000 characters', async () => {
    const path = `${api}/message-templates`;
    for (const text of ['', 'x'.repeat(5001), 'a\u0000b', 7]) {
      expect((await stage.owner.call('POST', path, { body: { text } })).status).toBe(422);
    }
  });
});

describe('a preview of a mail', () => {
  const preview = (path: string) => stage.owner.call('GET', `${api}/mail/previews/${path}`);

  it.each(['customer-created', 'customer-message', 'operator-created', 'operator-status', 'operator-digest'])(
    'shows %s in a language, with its HTML for a frame that runs nothing',
    async (template) => {
      const { body } = await preview(`${template}?language=de`);
      expect(body).toMatchObject({ hasHtml: true, isReplaced: false });
      expect([body.from, body.to]).toEqual(['Studio <studio@example.org>', 'mia@example.org']);
      const html = await preview(`${template}/html?language=de`);
      expect(html.text).toContain(`<title>${body.subject}</title>`);
      expect(html.headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-same-origin; frame-ancestors 'self'",
      );
    },
  );

  it('shows the file that takes its place, and says what is wrong with one', async () => {
    const replaced = await preview('customer-status');
    expect(replaced.body).toMatchObject({ subject: expect.stringMatching(/^Request .* is /), isReplaced: true });
    expect(replaced.body).toMatchObject({ hasHtml: false });
    expect((await preview('customer-status/html')).status).toBe(404);
    const faulty = await preview('customer-created?language=ko');
    expect([faulty.status, faulty.body.type]).toEqual([409, 'urn:commissions:problem:faulty-template']);
    expect(faulty.body.detail).toContain('customer-created.ko.txt must begin with');
  });
});

describe('a preview of a draft', () => {
  const preview = (query: string) => stage.owner.call('GET', `${api}/mail/previews/customer-status?${query}`);

  it('has the words and the types of the draft, which customers do not get yet', async () => {
    const { body: draft } = await stage.owner.call('GET', `${api}/studio/draft`);
    const mails = { DECLINED: { subject: { fr: 'Non : {type}' }, text: { fr: 'Désolée.' } } };
    const document = { ...draft.document, title: 'Lindenhof', types: [{ id: 'bust', name: 'Bust' }], mails };
    const body = { version: draft.version, document };
    expect((await stage.owner.call('PUT', `${api}/studio/draft`, { body })).status).toBe(200);
    const drafted = await preview('language=fr&status=DECLINED&studio=draft');
    expect(drafted.body.subject).toBe('Non : Bust');
    expect(drafted.body.text).toMatch(/^Désolée\.\n\nCommande\u00a0: Bust\n/);
    expect(drafted.body.delivered).toEqual({
      subject: '{studio} ne peut pas accepter votre commande «\u00a0{type}\u00a0»',
      text: expect.stringMatching(/^Bonjour,\n\nNous sommes désolés/),
    });
    expect((await preview('language=fr&status=DECLINED')).body.subject).toMatch(/^L’atelier ne peut pas accepter/);
    expect((await preview('status=SPAM')).status).toBe(400);
  });

  it('is saved by owners alone, and not with a placeholder that mails do not have', async () => {
    const { body: draft } = await stage.owner.call('GET', `${api}/studio/draft`);
    const document = { ...draft.document, mails: { NEW: { text: { en: 'Hi {name}' } } } };
    const body = { version: draft.version, document };
    const refused = await stage.owner.call('PUT', `${api}/studio/draft`, { body });
    expect([refused.status, refused.body.issues]).toMatchObject([
      422,
      [
        {
          path: '/document/mails/NEW/text/en',
          message: expect.stringContaining('has the placeholder {name}: mails have'),
        },
      ],
    ]);
    const allowed = { ...body, document: { ...document, mails: { signature: 'Mara' } } };
    expect((await operator.call('PUT', `${api}/studio/draft`, { body: allowed })).status).toBe(403);
  });
});

describe('the mail of channels', () => {
  it('goes to operators and to customers, by channels among the others', async () => {
    const { status, body } = await stage.owner.call('POST', `${api}/channels/mail`, { body: owners });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: 'mail',
      hasSecret: true,
      settings: { ...owners.mail, language: 'en', hour: 8, timeZone: 'UTC' },
    });
    const listed = await stage.owner.call('GET', `${api}/channels`);
    expect(listed.body.items).toContainEqual(body);
  });

  it('goes to whom its channel is changed to, and never tells of erased requests', async () => {
    const { body: added } = await stage.owner.call('POST', `${api}/channels/mail`, { body: owners });
    const mail = { audience: 'operators', to: [{ address: 'bob@example.org' }], timeZone: 'Europe/Berlin', hour: 7 };
    const changed = await stage.owner.call('PUT', `${api}/channels/${added.id}/mail`, { body: { mail } });
    expect(changed.body.settings).toMatchObject({ to: [{ name: '', address: 'bob@example.org' }], pace: 'each' });
    const types = ['request.created', 'request.erased'];
    const patched = await stage.owner.call('PATCH', `${api}/channels/${added.id}`, { body: { types } });
    expect(patched.body.types).toEqual(['request.created']);
  });

  it('takes no settings of mail for a channel of another kind', async () => {
    const webhook = { kind: 'webhook', url: 'https://example.org/hook' };
    const { body: added } = await stage.owner.call('POST', `${api}/channels`, { body: webhook });
    const path = `${api}/channels/${added.channel.id}`;
    const refused = await stage.owner.call('PUT', `${path}/mail`, { body: { mail: owners.mail } });
    expect(refused.status).toBe(404);
    expect((await stage.owner.call('GET', path)).body).toEqual(added.channel);
  });

  it.each([
    ['no address', { ...owners, mail: { ...owners.mail, to: [] } }],
    [
      'a name of two lines',
      { ...owners, mail: { ...owners.mail, to: [{ name: 'a\nBcc: b', address: 'a@example.org' }] } },
    ],
    ['a time zone that there is not', { ...owners, mail: { ...owners.mail, timeZone: 'Mars/Olympus' } }],
    ['a language that there is not', { ...customers, mail: { audience: 'customers', language: 'xx' } }],
    ['no type', { ...owners, types: [] }],
    ['erased requests', { ...customers, types: ['request.erased'] }],
  ])('refuses a channel with %s', async (_name, body) => {
    expect((await stage.owner.call('POST', `${api}/channels/mail`, { body })).status).toBe(422);
  });

  it('leaves no other channel without types', async () => {
    const { body: added } = await stage.owner.call('POST', `${api}/channels/mail`, { body: owners });
    const hook = { kind: 'webhook', name: 'A bot', url: 'https://bot.example.org/' };
    const webhook = await stage.owner.call('POST', `${api}/channels`, { body: hook });
    for (const id of [added.id, webhook.body.channel.id]) {
      const { status, body } = await stage.owner.call('PATCH', `${api}/channels/${id}`, { body: { types: [] } });
      expect([status, body.issues[0].message]).toEqual([422, nothing]);
      await stage.owner.call('DELETE', `${api}/channels/${id}`);
    }
  });

  it.each([
    'a, b@example.org',
    'a@example.org, b@example.org',
    'a@example.org (b)',
    '(b)a@example.org',
    'A <a@example.org>',
    'a@example.org\r\nBcc: b@example.org',
  ])('refuses the address %j, which is none or more than one', async (address) => {
    const body = { ...owners, mail: { ...owners.mail, to: [{ address }] } };
    expect((await stage.owner.call('POST', `${api}/channels/mail`, { body })).status).toBe(422);
  });

  it('goes to a customer, and is taken back in time', async () => {
    const id = await stage.inbox.store();
    const path = `${api}/requests/${id}/messages`;
    const body = { text: 'Hello\n\nAnn' };
    const none = await operator.call('POST', path, { body });
    expect([none.status, none.body.type]).toEqual([409, 'urn:commissions:problem:no-mail-channel']);
    await stage.owner.call('POST', `${api}/channels/mail`, { body: customers });
    const sent = await operator.call('POST', path, { body });
    expect(sent.status).toBe(201);
    expect((await operator.call('DELETE', `${path}/${sent.body.deliveryId}`)).status).toBe(204);
    expect((await operator.call('DELETE', `${path}/${sent.body.deliveryId}`)).status).toBe(204);
    const { body: history } = await operator.call('GET', `${api}/requests/${id}/events`);
    const message = { text: body.text, deliveryId: sent.body.deliveryId };
    expect(history.items.slice(1)).toMatchObject([
      { kind: 'message', actor: { kind: 'operator' }, from: null, to: message },
      { kind: 'message', actor: { kind: 'operator' }, from: message, to: null },
    ]);
    const elsewhere = await operator.call('POST', `${api}/requests/${randomUUID()}/messages`, { body });
    expect(elsewhere.status).toBe(404);
    expect((await operator.call('POST', path, { body: { text: '' } })).status).toBe(422);
  });

  it('tells whether operators may write to customers, and in which language', async () => {
    await stage.database.pool.query('delete from delivery_channels');
    const status = async () => (await operator.call('GET', `${api}/mail`)).body;
    const none = { isSetUp: true, hasStatusLinks: true, customerLanguage: null, tellsStatusChanges: false };
    expect(await status()).toEqual(none);
    const { body } = await stage.owner.call('POST', `${api}/channels/mail`, { body: customers });
    expect(await status()).toEqual({ ...none, customerLanguage: 'de' });
    await stage.owner.call('PATCH', `${api}/channels/${body.id}`, { body: { state: 'disabled' } });
    expect(await status()).toEqual(none);
  });

  it('tells whether customers are mailed when a status changes', async () => {
    await stage.database.pool.query('delete from delivery_channels');
    const tells = async () => (await operator.call('GET', `${api}/mail`)).body.tellsStatusChanges;
    await addSwitched(['request.created'], true);
    await stage.owner.call('POST', `${api}/channels/mail`, { body: { ...owners, types: ['request.status_changed'] } });
    expect(await tells()).toBe(false);
    const path = await addSwitched(['request.created', 'request.status_changed'], false);
    expect(await tells()).toBe(true);
    for (const [state, expected] of [
      ['held', false],
      ['enabled', true],
      ['disabled', false],
    ] as const) {
      await stage.owner.call('PATCH', path, { body: { state } });
      expect(await tells()).toBe(expected);
    }
  });
});
