import { generateKeyPairSync } from 'node:crypto';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSmtpTransport, type SmtpOptions } from '../../src/deliveries/kinds/mail/create-smtp-transport.ts';
import type { Mailbox } from '../../src/deliveries/kinds/mail/mail-settings.ts';
import type { MailMessage } from '../../src/deliveries/kinds/mail/mail-transport.ts';
import { sendMail } from '../../src/deliveries/kinds/mail/send-mail.ts';
import { handled } from '../support/handled.ts';
import { isDkimValid } from './dkim.ts';
import { decodedParts, type MailServer, startMailServer } from './mail-server.ts';
import { startScriptedServer } from './scripted-server.ts';
import { customers, from, type MailStage, openMailStage, operators, plainServer } from './stage.ts';

let stage: MailStage;
const servers: MailServer[] = [];

beforeAll(async () => {
  stage = await openMailStage();
});

afterEach(async () => {
  await stage.pool.query('truncate delivery_channels, deliveries, delivery_attempts cascade');
  for (const server of servers.splice(0)) await server.close();
});

afterAll(() => stage.close());

/** The option of the server that leaves SMTPUTF8 out of the response to EHLO. */
const ascii: SMTPServerOptions = { hideSMTPUTF8: true };

async function start(options: SMTPServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  servers.push(server);
  return server;
}

interface Sending {
  readonly message?: Partial<MailMessage>;
  readonly sender?: Mailbox;
  readonly changes?: Partial<SmtpOptions>;
}

/** Sends one mail by a transport of its own. */
async function send(port: number, { message, sender = from, changes }: Sending) {
  const transport = createSmtpTransport({ ...plainServer(port), ...changes });
  const whole: MailMessage = {
    to: [{ name: 'Ann', address: 'ann@example.org' }],
    replyTo: null,
    subject: 'Grüße',
    text: 'Zwei Katzen',
    html: null,
    unsubscribe: null,
    ...message,
  };
  try {
    return await sendMail({ transport, from: sender }, 'id', whole, new AbortController().signal);
  } finally {
    await transport.close();
  }
}

const mailbox = (address: string): Mailbox => ({ name: 'Zoë', address });
const header = (source: string | undefined, name: string) =>
  new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)`, 'im').exec(source ?? '')?.[1]?.replace(/\r\n[ \t]/g, ' ');

describe('the address of a customer that needs SMTPUTF8', () => {
  const customer = '用户@例子.广告';

  async function deliver(channel: string, server: MailServer) {
    const id = await stage.makeDelivery(channel, await stage.inbox.store({ email: customer }), 'request.created');
    return stage.untilTried(stage.openWorker(plainServer(server.port)), id);
  }

  it('is the Reply-To of a mail to operators by SMTPUTF8', async () => {
    const server = await start();
    expect(await deliver(await stage.addChannel(operators), server)).toMatchObject({ state: 'delivered' });
    expect(server.received).toMatchObject([{ to: ['ann@example.org'], isUtf8: true }]);
    expect(header(server.received[0]?.source, 'Reply-To')).toMatch(/<用户@例子\.广告>$/);
  });

  it('is left out of the header, and stays in the text, of a mail to operators without SMTPUTF8', async () => {
    const server = await start(ascii);
    expect(await deliver(await stage.addChannel(operators), server)).toMatchObject({ state: 'delivered' });
    const [mail] = server.received;
    expect(mail).toMatchObject({ to: ['ann@example.org'], isUtf8: false });
    expect(header(mail?.source, 'Reply-To')).toBeUndefined();
    expect(decodedParts(mail?.source ?? '')).toContain(customer);
  });

  it('gets a confirmation by SMTPUTF8', async () => {
    const server = await start();
    expect(await deliver(await stage.addChannel(customers), server)).toMatchObject({ state: 'delivered' });
    expect(server.received).toMatchObject([{ to: [customer], isUtf8: true }]);
  });

  it('fails at once, with its cause and not by the fault of the channel, without SMTPUTF8', async () => {
    const server = await start(ascii);
    const delivery = await deliver(await stage.addChannel(customers), server);
    expect(delivery).toMatchObject({
      state: 'failed',
      attempts: [{ result: 'failed', cause: 'needs-smtputf8', status: null }],
    });
    expect(delivery.attempts[0]?.detail).toContain('does not offer SMTPUTF8');
    expect(server.received).toEqual([]);
    expect(await stage.deliveries.health()).toMatchObject([{ verdict: 'idle', failingSince: null }]);
  });
});

describe('a mail', () => {
  it('carries internationalized domains in punycode, in all headers', async () => {
    const server = await start(ascii);
    const outcome = await send(server.port, {
      sender: mailbox('studio@bücher.example'),
      message: {
        to: [mailbox('ann@müller.example')],
        replyTo: mailbox('zoe@例子.广告'),
        unsubscribe: 'https://inbox.bücher.example/settings/channels',
      },
    });
    expect(outcome).toMatchObject({ result: 'delivered' });
    const [mail] = server.received;
    expect(mail?.isUtf8).toBe(false);
    expect(header(mail?.source, 'From')).toMatch(/<studio@xn--bcher-kva\.example>$/);
    expect(header(mail?.source, 'To')).toMatch(/<ann@xn--mller-kva\.example>$/);
    expect(header(mail?.source, 'Reply-To')).toMatch(/<zoe@xn--fsqu00a\.xn--4rr70v>$/);
    expect(header(mail?.source, 'Message-ID')).toBe('<id@xn--bcher-kva.example>');
    expect(header(mail?.source, 'List-Unsubscribe')).toBe('<https://inbox.xn--bcher-kva.example/settings/channels>');
    expect(header(mail?.source, 'To')).toMatch(/^=\?UTF-8\?Q\?Zo=C3=AB\?=/);
  });

  it('goes to the recipients that can be reached without SMTPUTF8', async () => {
    const server = await start(ascii);
    const to = [mailbox('ann@example.org'), mailbox('zoë@example.org')];
    expect(await send(server.port, { message: { to } })).toMatchObject({
      result: 'delivered',
      cause: 'partly-accepted',
    });
    expect(server.received).toMatchObject([{ to: ['ann@example.org'] }]);
    expect(header(server.received[0]?.source, 'To')).not.toContain('example.org,');
  });

  it('goes to all recipients, from a sender beyond ASCII, by SMTPUTF8', async () => {
    const server = await start();
    const message = { to: [mailbox('ann@example.org'), mailbox('zoë@example.org')] };
    const outcome = await send(server.port, { message, sender: mailbox('stüdio@example.org') });
    expect(outcome).toMatchObject({ result: 'delivered', cause: 'accepted' });
    expect(server.received).toMatchObject([
      { from: 'stüdio@example.org', to: ['ann@example.org', 'zoë@example.org'], isUtf8: true },
    ]);
  });

  it('is tried again without SMTPUTF8 from a sender beyond ASCII: MAIL_FROM can be corrected', async () => {
    const server = await start(ascii);
    const outcome = await send(server.port, { sender: mailbox('stüdio@example.org') });
    expect(outcome).toMatchObject({ result: 'retry', cause: 'needs-smtputf8', isOfRecipients: false });
    expect(outcome.detail).toContain('MAIL_FROM');
    expect(server.received).toEqual([]);
  });

  it('asks for SMTPUTF8 only when it needs it', async () => {
    const server = await start();
    expect(await send(server.port, { message: { replyTo: mailbox('zoe@müller.example') } })).toMatchObject({
      result: 'delivered',
    });
    expect(server.received).toMatchObject([{ isUtf8: false }]);
  });
});

describe('the signature of a mail that is unsubscribed from by one click', () => {
  it('covers both headers of it', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const server = await start();
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const dkim = { domainName: 'example.org', keySelector: 'mail', privateKey: key };
    const message = { unsubscribe: 'https://example.org/out?unsubscribe', unsubscribesByPost: true } as const;
    await send(server.port, { message, changes: { dkim } });
    const { source = '' } = server.received[0] ?? {};
    expect(header(source, 'List-Unsubscribe')).toBe('<https://example.org/out?unsubscribe>');
    const isValid = (mail: string) => isDkimValid(mail, publicKey.export({ type: 'spki', format: 'pem' }).toString());
    expect(isValid(source)).toBe(true);
    expect(isValid(source.replace('example.org/out', 'example.net/out'))).toBe(false);
    expect(isValid(source.replace('=One-Click', '=Two-Click'))).toBe(false);
  });
});

describe('a mail by SMTPUTF8', () => {
  const message = { replyTo: mailbox('zoë@example.org') };

  it('is signed', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const server = await start();
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const dkim = { domainName: 'example.org', keySelector: 'mail', privateKey: key };
    expect(await send(server.port, { message, changes: { dkim } })).toMatchObject({ result: 'delivered' });
    const [mail] = server.received;
    expect(mail?.isUtf8).toBe(true);
    expect(isDkimValid(mail?.source ?? '', publicKey.export({ type: 'spki', format: 'pem' }).toString())).toBe(true);
  });

  it('signs in first where the server asks for it', async () => {
    const users: (string | undefined)[] = [];
    const server = await start({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) => {
        users.push(username);
        if (password === 'right') done(null, { user: username });
        else done(Object.assign(new Error('Wrong'), { responseCode: 535 }));
      },
    });
    const by = (pass: string) => ({ message, changes: { credentials: { user: 'studio', pass } } });
    expect(await send(server.port, by('right'))).toMatchObject({ result: 'delivered' });
    expect(await send(server.port, by('wrong'))).toMatchObject({ result: 'retry', status: 535 });
    expect(users).toEqual(['studio', 'studio']);
    expect(server.received).toHaveLength(1);
  });

  it('has failed when it is refused for good', async () => {
    const server = await start({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such person'), { responseCode: 550 })),
    });
    expect(await send(server.port, { message })).toMatchObject({ result: 'failed', status: 550, isOfRecipients: true });
  });

  it.each([
    ['greeting', 'retry'],
    ['MAIL', 'retry'],
    ['message', 'uncertain'],
  ] as const)('is judged when its connection breaks off: at the %s it is %s', async (step, result) => {
    const server = await startScriptedServer(step, 'a closed connection', ['SMTPUTF8']);
    try {
      expect(await send(server.port, { message })).toMatchObject({ result });
    } finally {
      await server.close();
    }
  });

  it('ends with its signal when it gets no response', async () => {
    const server = await startScriptedServer('message', 'nothing', ['SMTPUTF8']);
    const transport = createSmtpTransport(plainServer(server.port));
    const stop = new AbortController();
    try {
      const whole = {
        to: [mailbox('zoë@example.org')],
        replyTo: null,
        subject: '',
        text: '',
        html: null,
        unsubscribe: null,
      };
      const sending = handled(sendMail({ transport, from }, 'id', whole, stop.signal));
      await expect.poll(server.whole).toBe(1);
      stop.abort();
      expect(await sending).toMatchObject({ result: 'uncertain' });
    } finally {
      await transport.close();
      await server.close();
    }
  });
});
