import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customers, type MailStage, openMailStage, operators, plainServer, statusUrl } from '../mail/stage.ts';
import { type Postfix, startPostfix } from '../support/postfix.ts';

let postfix: Postfix;
let stage: MailStage;

beforeAll(async () => {
  [postfix, stage] = await Promise.all([startPostfix(), openMailStage()]);
});

afterAll(async () => {
  await stage?.close();
  await postfix?.stop();
});

/** Delivers one mail and reads it back from the Maildir. */
async function delivered(channelId: string, requestId: string, type: string, facts: object | null = null) {
  const before = await postfix.mails();
  const id = await stage.makeDelivery(channelId, requestId, type, facts);
  const delivery = await stage.untilTried(stage.openWorker(plainServer(postfix.port)), id);
  expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ status: 250 }] });
  await expect.poll(async () => (await postfix.mails()).length).toBe(before.length + 1);
  const mail = (await postfix.mails()).find((text) => !before.includes(text)) ?? '';
  return { id, mail, sent: JSON.parse(delivery.body ?? '{}') as { subject: string; text: string; html: string } };
}

/** Returns the decoded part of a mail with this media type. */
function part(mail: string, type: string): string {
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(mail) ?? [];
  const found = mail.split(`--${boundary}`).find((one) => one.trim().startsWith(`Content-Type: ${type}`)) ?? '';
  const [head = '', ...body] = found.split('\n\n');
  const content = body.join('\n\n');
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString();
  if (!/quoted-printable/i.test(head)) return content;
  const bytes = content
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

const lines = (text: string) => text.replace(/\r\n/g, '\n').trim();

describe('a Postfix', () => {
  it('delivers a confirmation as it was composed', async () => {
    const channel = await stage.addChannel(customers);
    const requestId = await stage.inbox.store({ name: 'Zoë', email: 'zoe@example.org' });
    const { id, mail, sent } = await delivered(channel, requestId, 'request.created');
    expect(mail).toMatch(/^Delivered-To: zoe@example\.org$/m);
    expect(mail).toContain(`Message-ID: <${id}@example.org>`);
    expect(lines(part(mail, 'text/plain'))).toBe(lines(sent.text));
    expect(lines(part(mail, 'text/html'))).toBe(lines(sent.html));
    expect(sent.text).toContain(statusUrl);
  });

  it('delivers a message of every script, with lines that SMTP would end at', async () => {
    const channel = await stage.addChannel(customers);
    const text = `Grüße 🐈 مرحبا こんにちは\n.\n..\nFrom here\n${'x'.repeat(3000)}\n\n. end`;
    const requestId = await stage.inbox.store({ email: 'zoe@example.org' });
    const { mail } = await delivered(channel, requestId, 'request.message', { text });
    expect(lines(part(mail, 'text/plain'))).toContain(text);
  });

  it('tells an operator, whose answer goes to the customer', async () => {
    const channel = await stage.addChannel(operators);
    const requestId = await stage.inbox.store({
      name: 'Zoë, "the" cat <x>',
      email: 'zoe@example.org',
      message: 'Two cats',
    });
    const { mail } = await delivered(channel, requestId, 'request.created');
    expect(mail).toMatch(/^To: "Ann, the owner" <ann@example\.org>$/m);
    expect(mail).toMatch(/^Reply-To: .*<zoe@example\.org>$/ms);
    expect(lines(part(mail, 'text/plain'))).toContain('Two cats');
  });

  it('ends a delivery when it refuses the address', async () => {
    const channel = await stage.addChannel(customers);
    const requestId = await stage.inbox.store({ email: 'somebody@elsewhere.test' });
    const id = await stage.makeDelivery(channel, requestId, 'request.created');
    const delivery = await stage.untilTried(stage.openWorker(plainServer(postfix.port)), id);
    expect(delivery).toMatchObject({
      state: 'failed',
      attempts: [{ status: 554, response: expect.stringContaining('Relay access denied') }],
    });
  });
});
