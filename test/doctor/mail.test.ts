import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { smtpUrl } from '../../src/configuration/mail.ts';
import { createSmtpTransport } from '../../src/deliveries/kinds/mail/create-smtp-transport.ts';
import { examine } from '../../src/doctor/examine.ts';
import { createMailChecks, createNoMailCheck } from '../../src/doctor/mail/mail-checks.ts';
import { takesMail } from '../../src/doctor/mail/takes-mail.ts';
import { startMailServer } from '../mail/mail-server.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { freePort } from '../support/free-port.ts';
import { tlsCertificate, tlsKey } from '../support/tls-certificate.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/**
 * Resolves with the findings of one check of `SMTP_URL`. `$PORT` in the URL is replaced by the port of a server with
 * these options.
 */
async function runCheck(name: string, url: string, options: SMTPServerOptions = {}, domain = async () => true) {
  const server = await startMailServer(options);
  closing.push(server.close);
  const smtp = smtpUrl.parse(url.replace('$PORT', String(server.port)));
  const transport = createSmtpTransport({ ...smtp, dkim: null });
  closing.push(transport.close);
  const checks = createMailChecks({
    ...smtp,
    from: 'studio@example.org',
    openTransport: async () => transport,
    takesMail: domain,
  });
  const check = checks.find((found) => found.name === name);
  if (check === undefined) throw new Error(`There is no check ${name}`);
  const { findings } = await examine(check, { limitMs: 30_000, signal: new AbortController().signal });
  return { finding: findings[0], received: server.received };
}

const password: SMTPServerOptions = {
  allowInsecureAuth: true,
  onAuth({ username, password }, _session, done) {
    if (username === 'studio' && password === 'right') done(null, { user: username });
    else done(new Error('Invalid username or password'));
  },
};

describe('The doctor of mail', () => {
  it('signs in and sends nothing', async () => {
    const { finding, received } = await runCheck(
      'mail.server',
      'smtp://studio:right@127.0.0.1:$PORT?tls=never',
      password,
    );
    expect(finding).toMatchObject({ verdict: 'ok' });
    expect(received).toEqual([]);
  });

  it('says that the password is wrong', async () => {
    const { finding } = await runCheck('mail.server', 'smtp://studio:wrong@127.0.0.1:$PORT?tls=never', password);
    expect(finding).toMatchObject({
      verdict: 'wrong',
      found: expect.stringContaining('The mail server rejects the user or the password'),
      remedy: expect.stringContaining('SMTP_URL'),
    });
  });

  it('says that nothing listens there', async () => {
    const { finding } = await runCheck('mail.server', `smtp://127.0.0.1:${await freePort()}`);
    expect(finding).toMatchObject({
      verdict: 'wrong',
      found: expect.stringContaining('The mail server cannot be reached'),
    });
  });

  it('says that the server offers no TLS', async () => {
    const { finding } = await runCheck('mail.server', 'smtp://studio:right@127.0.0.1:$PORT', password);
    expect(finding).toMatchObject({
      verdict: 'wrong',
      found: expect.stringContaining('The mail server offers no TLS'),
    });
    const implicit = await runCheck('mail.server', 'smtps://studio:right@127.0.0.1:$PORT', password);
    expect(implicit.finding).toMatchObject({ verdict: 'wrong', remedy: 'Use smtp:// in place of smtps://' });
  });

  it('reports a certificate that no authority vouches for', async () => {
    const options = { ...password, disabledCommands: [], key: tlsKey, cert: tlsCertificate };
    const { finding } = await runCheck('mail.server', 'smtp://studio:right@127.0.0.1:$PORT', options);
    expect(finding).toMatchObject({
      verdict: 'wrong',
      found: expect.stringContaining('The certificate of the mail server is not trusted'),
    });
    const unverified = 'smtp://studio:right@127.0.0.1:$PORT?verify=false';
    expect((await runCheck('mail.server', unverified, options)).finding).toMatchObject({ verdict: 'ok' });
    expect((await runCheck('mail.tls', unverified, options)).finding).toMatchObject({ verdict: 'warning' });
  });

  it('warns of mails that travel unencrypted, but on this machine', async () => {
    expect((await runCheck('mail.tls', 'smtp://mail.example.org?tls=never')).finding).toMatchObject({
      verdict: 'warning',
    });
    expect((await runCheck('mail.tls', 'smtp://127.0.0.1')).finding).toMatchObject({ verdict: 'ok' });
    expect((await runCheck('mail.tls', 'smtps://a:b@mail.example.org')).finding).toMatchObject({ verdict: 'ok' });
  });

  it('says that channels wait where no server is set', async () => {
    const { signal } = new AbortController();
    expect(await createNoMailCheck(async () => 2).run(signal)).toMatchObject([
      { verdict: 'wrong', found: 'Mails of 2 channels wait: SMTP_URL and MAIL_FROM are not set' },
    ]);
    expect(await createNoMailCheck(async () => 1).run(signal)).toMatchObject([
      { verdict: 'wrong', found: 'Mails of a channel wait: SMTP_URL and MAIL_FROM are not set' },
    ]);
    expect(await createNoMailCheck(async () => 0).run(signal)).toMatchObject([{ verdict: 'skipped' }]);
  });
});

describe('The domain of MAIL_FROM', () => {
  it('is asked for by its name servers', async () => {
    const dns = await startDnsServer({
      'good.example': ['mx.good.example'],
      'null.example': ['.'],
      'bare.example': [],
    });
    closing.push(dns.close);
    const ask = (name: string) => takesMail(name, [dns.address]);
    expect(await ask('good.example')).toBe(true);
    expect(await ask('null.example')).toBe(false);
    await expect(ask('bare.example')).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(ask('none.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it.each([
    ['ENOTFOUND', 'warning'],
    ['ENODATA', 'warning'],
    ['ETIMEOUT', 'skipped'],
    ['ECONNREFUSED', 'skipped'],
  ])('is judged when it cannot be found: (%s) is a %s', async (code, verdict) => {
    const failing = () => Promise.reject(Object.assign(new Error('no'), { code }));
    expect((await runCheck('mail.sender', 'smtp://127.0.0.1', {}, failing)).finding).toMatchObject({ verdict });
  });

  it('is a warning when it takes no mail', async () => {
    expect((await runCheck('mail.sender', 'smtp://127.0.0.1', {}, async () => false)).finding).toMatchObject({
      verdict: 'warning',
    });
  });
});
