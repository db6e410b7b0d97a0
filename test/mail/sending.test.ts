import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMailSender } from '../../src/deliveries/kinds/mail/create-mail-sender.ts';
import { createTemplates } from '../../src/deliveries/kinds/mail/mail-templates.ts';
import { kinds } from '../../src/deliveries/kinds/registry.ts';
import { createDeliveryLedger } from '../../src/deliveries/ledger/create-ledger.ts';
import { createDeliveryWorker } from '../../src/deliveries/ledger/worker.ts';
import { tlsCertificate, tlsKey } from '../support/tls-certificate.ts';
import { isDkimValid } from './dkim.ts';
import { decodedParts, type MailServer, startMailServer } from './mail-server.ts';
import {
  customers,
  from,
  type MailStage,
  openMailStage,
  operators,
  plainServer,
  statusUrl,
  unnamedStudio,
} from './stage.ts';

let stage: MailStage;
const servers: MailServer[] = [];

beforeAll(async () => {
  stage = await openMailStage();
});

afterEach(async () => {
  await stage.pool.query('delete from delivery_channels; delete from deliveries');
  for (const server of servers.splice(0)) await server.close();
});

afterAll(() => stage.close());

async function start(options?: SMTPServerOptions): Promise<MailServer> {
  const server = await startMailServer(options);
  servers.push(server);
  return server;
}

/** Sends a confirmation to the customer through a server with this fault. */
async function confirmBy(options: SMTPServerOptions, attempts = 1) {
  const server = await start(options);
  const worker = stage.openWorker(plainServer(server.port));
  const channel = await stage.addChannel(customers);
  const requestId = await stage.inbox.store({ email: 'zoe@example.org' });
  const id = await stage.makeDelivery(channel, requestId, 'request.created');
  const delivery = await stage.untilTried(worker, id, attempts);
  return { server, worker, id, delivery, tried: delivery.attempts.at(-1) };
}

const header = (source: string, name: string) =>
  new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)`, 'im').exec(source)?.[1]?.replace(/\r\n[ \t]/g, ' ');

describe('a mail', () => {
  it("is taken by the server once, under an id that is the delivery's", async () => {
    const { server, id, delivery, tried } = await confirmBy({});
    expect(delivery).toMatchObject({ state: 'delivered' });
    expect(tried).toMatchObject({ result: 'delivered', status: 250 });
    expect(server.received).toHaveLength(1);
    const [{ source, to, from: sender } = { source: '', to: [], from: '' }] = server.received;
    expect([sender, to]).toEqual([from.address, ['zoe@example.org']]);
    expect(header(source, 'Message-ID')).toBe(`<${id}@example.org>`);
    expect(header(source, 'Auto-Submitted')).toBe('auto-generated');
    expect(header(source, 'From')).toBe('"Lindenhof, Studio" <studio@example.org>');
    expect(header(source, 'List-Unsubscribe')).toBeUndefined();
  });

  it.each([
    ['a WebP', Buffer.from('RIFFlogo')],
    ['nothing', null],
  ])('carries and shows the logo of the studio where it can be read: %s', async (_case, logo) => {
    const server = await start();
    const shown = { sha256: 'a'.repeat(64), width: 64, height: 64 };
    const studio = () => ({ ...unnamedStudio, title: { en: 'Lindenhof' }, logo: shown });
    const worker = stage.openWorker(plainServer(server.port), { studio }, logo);
    const channel = await stage.addChannel(customers);
    const requestId = await stage.inbox.store({ email: 'zoe@example.org' });
    const delivery = await stage.untilTried(worker, await stage.makeDelivery(channel, requestId, 'request.created'), 1);
    expect(delivery).toMatchObject({ state: 'delivered' });
    const { source = '' } = server.received[0] ?? {};
    const part = /Content-Type: image\/webp[\s\S]*?Content-ID: <logo>[\s\S]*?\r\n\r\n([\w+/=]+)/i.exec(source)?.[1];
    expect(part).toBe(logo?.toString('base64'));
    expect(decodedParts(source).includes('src="cid:logo"')).toBe(logo !== null);
    expect(source.includes('multipart/related')).toBe(logo !== null);
  });

  it('repeats to a customer nothing that the customer typed', async () => {
    const server = await start();
    const worker = stage.openWorker(plainServer(server.port));
    const channel = await stage.addChannel(customers);
    const requestId = await stage.inbox.store({
      name: 'BUY NOW http://spam.example',
      email: 'victim@example.org',
      message: 'http://spam.example/offer',
      socials: '@spam.example',
      files: ['spam.example.png'],
      typeId: 'spam.example',
    });
    for (const [type, facts] of [
      ['request.created', null],
      ['request.status_changed', { from: 'NEW', to: 'ACCEPTED' }],
      ['request.message', { text: 'Hello' }],
    ] as const) {
      await stage.untilTried(worker, await stage.makeDelivery(channel, requestId, type, facts));
    }
    expect(server.received).toHaveLength(3);
    for (const { source } of server.received) {
      const texts = source.replace(/=\r\n/g, '');
      expect(texts).not.toMatch(/spam\.example|BUY NOW/);
      expect(decodedParts(source)).not.toMatch(/spam\.example|BUY NOW/);
    }
    expect(server.received.map(({ source }) => decodedParts(source)).join()).toContain(statusUrl);
  });

  it('carries hostile names to operators as text, and no header of theirs', async () => {
    const server = await start();
    const worker = stage.openWorker(plainServer(server.port));
    const to = [
      { name: 'Ann, <evil@example.org>, "x"', address: 'ann@example.org' },
      { name: 'Bob (work)\r\nBcc: evil@example.org', address: 'bob@example.org' },
    ];
    // No route stores such a name.
    const channel = await stage.addChannel({ ...operators, to: to.map(({ address }) => ({ name: '', address })) });
    await stage.pool.query("update delivery_channels set settings = jsonb_set(settings, '{to}', $2) where id = $1", [
      channel,
      JSON.stringify(to),
    ]);
    const requestId = await stage.inbox.store({
      name: 'Zoë\r\nBcc: evil@example.org\r\nX-Evil: 1, "Q" <evil2@example.org>',
      email: 'zoe@example.org',
      message: '<script>alert(1)</script>\r\n.\r\nMAIL FROM:<evil@example.org>',
    });
    await stage.untilTried(worker, await stage.makeDelivery(channel, requestId, 'request.created'));
    expect(server.received).toHaveLength(1);
    const [{ source, to: recipients } = { source: '', to: [] }] = server.received;
    expect(recipients).toEqual(['ann@example.org', 'bob@example.org']);
    expect(header(source, 'Bcc')).toBeUndefined();
    expect(header(source, 'X-Evil')).toBeUndefined();
    expect(header(source, 'Reply-To')).toMatch(/<zoe@example\.org>$/);
    const parts = decodedParts(source);
    expect(parts).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(parts).toContain('MAIL FROM:<evil@example.org>');
  });
});

describe('a server that fails', () => {
  const refuse = (code: number) => Object.assign(new Error('No'), { responseCode: code });

  it.each<[string, SMTPServerOptions, string, number | null]>([
    ['the connection for a while', { onConnect: (_s, done) => done(refuse(421)) }, 'retry', 421],
    ['the sender for a while', { onMailFrom: (_a, _s, done) => done(refuse(451)) }, 'retry', 451],
    ['the sender for good', { onMailFrom: (_a, _s, done) => done(refuse(550)) }, 'failed', 550],
    ['the recipient for a while', { onRcptTo: (_a, _s, done) => done(refuse(450)) }, 'retry', 450],
    ['the recipient for good', { onRcptTo: (_a, _s, done) => done(refuse(550)) }, 'failed', 550],
    [
      'the message for a while',
      { onData: (stream, _s, done) => void stream.resume().on('end', () => done(refuse(452))) },
      'retry',
      452,
    ],
    [
      'the message for good',
      { onData: (stream, _s, done) => void stream.resume().on('end', () => done(refuse(554))) },
      'failed',
      554,
    ],
  ])('fails a mail for good or for now when it refuses to take %s', async (_name, options, result, status) => {
    const { tried, delivery } = await confirmBy(options);
    expect(tried).toMatchObject({ result, status });
    expect(delivery.state).toBe(result === 'retry' ? 'pending' : 'failed');
  });

  it.each<[string, SMTPServerOptions]>([
    ['at the greeting', { onConnect: (_session, _done) => cut() }],
    ['at the sender', { onMailFrom: () => cut() }],
    ['at the recipient', { onRcptTo: () => cut() }],
  ])('is tried again with the connection %s', async (_name, options) => {
    const { tried, delivery } = await confirmBy(options);
    expect(tried).toMatchObject({ result: 'retry', status: null });
    expect(delivery.state).toBe('pending');
  });

  it('is uncertain with the connection lost behind the data, and no machine sends it again', async () => {
    let messages = 0;
    const { delivery, tried, worker, id } = await confirmBy({
      onData(stream) {
        stream.resume().on('end', () => {
          messages += 1;
          cut();
        });
      },
    });
    expect(tried).toMatchObject({ result: 'uncertain', status: null });
    expect(delivery.state).toBe('uncertain');
    await worker.wake();
    await stage.pool.query('update delivery_attempts set number = number');
    expect((await stage.detail(id)).attempts).toHaveLength(1);
    expect(messages).toBe(1);
  });

  it.each([450, 550])(
    'has delivered it to the other, once, and says so when it refuses one of two recipients (%d)',
    async (code) => {
      const server = await start({
        onRcptTo: ({ address }, _session, done) => done(address === 'bob@example.org' ? refuse(code) : null),
      });
      const worker = stage.openWorker(plainServer(server.port));
      const to = ['ann', 'bob'].map((name) => ({ name, address: `${name}@example.org` }));
      const channel = await stage.addChannel({ ...operators, to });
      const id = await stage.makeDelivery(channel, await stage.inbox.store(), 'request.created');
      const detail = 'The mail server has accepted the mail, but not for 1 of its recipients';
      expect(await stage.untilTried(worker, id)).toMatchObject({
        state: 'delivered',
        attempts: [{ cause: 'partly-accepted', detail }],
      });
      expect(server.received.map((mail) => mail.to)).toEqual([['ann@example.org']]);
    },
  );

  it('is tried again where no server listens', async () => {
    const { port, close } = await startMailServer();
    await close();
    const worker = stage.openWorker(plainServer(port));
    const id = await stage.makeDelivery(
      await stage.addChannel(customers),
      await stage.inbox.store(),
      'request.created',
    );
    const delivery = await stage.untilTried(worker, id, 2);
    expect(new Set(delivery.attempts.map(({ result }) => result))).toEqual(new Set(['retry']));
  });

  function cut(): void {
    for (const { sockets } of servers) for (const socket of sockets) socket.destroy();
  }
});

describe('a server with names and passwords', () => {
  const auth: SMTPServerOptions = {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'me' && password === 'pa55'
        ? done(null, { user: 'me' })
        : done(new Error('Invalid username or password')),
  };

  it('gets them', async () => {
    const server = await start(auth);
    const worker = stage.openWorker({ ...plainServer(server.port), credentials: { user: 'me', pass: 'pa55' } });
    const id = await stage.makeDelivery(
      await stage.addChannel(customers),
      await stage.inbox.store(),
      'request.created',
    );
    expect((await stage.untilTried(worker, id)).state).toBe('delivered');
  });

  it('is tried again when it refuses them: they may be put right', async () => {
    const server = await start(auth);
    const worker = stage.openWorker({ ...plainServer(server.port), credentials: { user: 'me', pass: 'wrong' } });
    const id = await stage.makeDelivery(
      await stage.addChannel(customers),
      await stage.inbox.store(),
      'request.created',
    );
    const { state, attempts } = await stage.untilTried(worker, id);
    expect([state, attempts[0]?.status]).toEqual(['pending', 535]);
    expect(JSON.stringify(attempts)).not.toContain('wrong');
  });
});

describe('TLS', () => {
  it.each([
    ['required', {}],
    ['implicit', { secure: true }],
  ] as const)('is used when it is %s, and a certificate without a known authority is refused', async (tls, options) => {
    const server = await start({ ...options, key: tlsKey, cert: tlsCertificate, disabledCommands: [] });
    const channel = await stage.addChannel(customers);
    const id = await stage.makeDelivery(channel, await stage.inbox.store(), 'request.created');
    const refusing = stage.openWorker({ ...plainServer(server.port), tls });
    const refused = await stage.untilTried(refusing, id);
    expect(refused.attempts[0]).toMatchObject({ result: 'retry', detail: expect.stringMatching(/certificate/i) });
    expect(server.received).toHaveLength(0);
    await refusing.close();
    const trusting = stage.openWorker({ ...plainServer(server.port), tls, verifiesTls: false });
    await stage.until(trusting, id, 'delivered');
    expect(server.received).toHaveLength(1);
  });

  it('is no reason to send in the clear when it is required and not offered', async () => {
    const server = await start();
    const worker = stage.openWorker({ ...plainServer(server.port), tls: 'required' });
    const id = await stage.makeDelivery(
      await stage.addChannel(customers),
      await stage.inbox.store(),
      'request.created',
    );
    expect((await stage.untilTried(worker, id)).state).toBe('pending');
    expect(server.received).toHaveLength(0);
  });
});

describe('a mail that cannot be composed', () => {
  it.each([operators, { ...customers, messages: false }])('is a message whose channel has become %o', async (mail) => {
    const channel = await stage.addChannel(customers);
    const { store, actor } = stage.inbox;
    const sent = await stage.messages.send(await store(), 'Dear Vera', actor);
    if (typeof sent === 'string') throw new Error(sent);
    await stage.channels.change(channel, { mail });
    const server = await start();
    const { state, attempts } = await stage.untilTried(stage.openWorker(plainServer(server.port)), sent.deliveryId);
    expect([state, server.received]).toEqual(['pending', []]);
    expect(attempts[0]?.detail).toContain('no messages to customers');
  });

  it('waits for a server where none is set, and says so, to the log by one warning for all', async () => {
    const ledger = createDeliveryLedger(stage.pool, kinds);
    const lines: unknown[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const worker = createDeliveryWorker({ ledger, senders: [createMailSender(null)], log });
    const channel = await stage.addChannel(customers);
    for (const email of ['mia@example.org', 'zoe@example.org']) {
      const id = await stage.makeDelivery(channel, await stage.inbox.store({ email }), 'request.created');
      const { state, attempts } = await stage.untilTried(worker, id);
      expect(state).toBe('pending');
      expect(attempts[0]?.detail).toBe('The delivery could not be composed: SMTP_URL and MAIL_FROM are not set');
    }
    await worker.close();
    expect(lines).toMatchObject([
      {
        level: pino.levels.values.warn,
        msg: 'Delivery: could not be composed: SMTP_URL and MAIL_FROM are not set',
      },
    ]);
  });

  it('waits for its template to be corrected, and says what is wrong with it', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'templates-'));
    try {
      const file = join(directory, 'customer-created.de.txt');
      await writeFile(file, 'Subject: Da\n\n{{nummer}}');
      const server = await start();
      const worker = stage.openWorker(plainServer(server.port), { fillTemplate: createTemplates(directory) });
      const id = await stage.makeDelivery(
        await stage.addChannel(customers),
        await stage.inbox.store(),
        'request.created',
      );
      const { state, attempts, body } = await stage.untilTried(worker, id);
      expect([state, body]).toEqual(['pending', null]);
      expect(attempts[0]?.detail).toMatch(
        /^The delivery could not be composed: customer-created\.de\.txt has the unknown placeholder \{\{nummer\}\}/,
      );
      await writeFile(file, 'Subject: Da\n\n{{number}}');
      await stage.until(worker, id, 'delivered');
      expect(server.received).toHaveLength(1);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

describe('the signature of a mail', () => {
  it('is made with DKIM where a key is given, and holds', async () => {
    const rsa = () =>
      generateKeyPairSync('rsa', {
        modulusLength: 2048,
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      });
    const { privateKey, publicKey } = rsa();
    const server = await start();
    const dkim = { domainName: 'example.org', keySelector: 'mail', privateKey };
    const worker = stage.openWorker({ ...plainServer(server.port), dkim });
    const id = await stage.makeDelivery(
      await stage.addChannel(operators),
      await stage.inbox.store(),
      'request.created',
    );
    await stage.untilTried(worker, id);
    const { source } = server.received[0] ?? { source: '' };
    const signature = header(source, 'DKIM-Signature');
    expect(signature).toMatch(/a=rsa-sha256;.* d=example\.org;.* s=mail;/);
    const [, signed = ''] = /\bh=([^;]*)/.exec(signature ?? '') ?? [];
    expect(signed.toLowerCase().replace(/\s/g, '').split(':')).toEqual(
      expect.arrayContaining(['from', 'to', 'subject', 'reply-to', 'message-id', 'date']),
    );
    expect(isDkimValid(source, publicKey)).toBe(true);
    expect(isDkimValid(source.replace('New request', 'Old request'), publicKey)).toBe(false);
    expect(isDkimValid(source.replace('Two cats', 'Ten cats'), publicKey)).toBe(false);
    expect(isDkimValid(source, rsa().publicKey)).toBe(false);
  });
});
