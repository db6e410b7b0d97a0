import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './read-config.ts';
import { secretsOf } from './secrets.ts';

const MAIL_FROM = 'Lindenhof, Studio <studio@example.org>';
const smtpOf = (SMTP_URL: string) => readConfig({ SMTP_URL, MAIL_FROM }).mail?.smtp;

describe('the mail settings', () => {
  it.each([
    ['smtps://mail.example.org', { port: 465, tls: 'implicit', credentials: null }],
    ['smtps://u%40x:p%3A5@mail.example.org:4465', { port: 4465, credentials: { user: 'u@x', pass: 'p:5' } }],
    ['smtp://u:p@mail.example.org', { port: 587, tls: 'required', verifiesTls: true }],
    ['smtp://mail.example.org', { port: 25, tls: 'required' }],
    ['smtp://mail.lan?tls=never&verify=false', { tls: 'never', verifiesTls: false }],
    ['smtp://127.0.0.1', { host: '127.0.0.1', tls: 'never' }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, tls: 'never' }],
    ['smtp://u:p@localhost', { tls: 'required' }],
    ['smtp://127.example.org', { tls: 'required' }],
    ['smtps://mail.müller.example', { host: 'mail.xn--mller-kva.example' }],
    ['smtp://MAIL.xn--mller-kva.example', { host: 'mail.xn--mller-kva.example' }],
  ])('reads %s', (url, expected) => {
    expect(smtpOf(url)).toMatchObject(expected);
  });

  it.each([
    'mail.example.org',
    'http://mail.example.org',
    'smtp://',
    'smtp://user@host',
    'smtp://host/path',
    'smtp://host?tls=maybe',
    'smtps://host?tls=never',
    'smtp://host?pool=true',
    'smtp://host?verify=true',
    'smtp://user:100%@host',
    'smtp://user:7#hunter2@host',
    'smtp://user:%FF@host',
    'smtp://%FF',
    'smtp://mail%20server.example',
  ])('refuses %s by name, without its value', (url) => {
    expect(() => smtpOf(url)).toThrow(/SMTP_URL/);
    expect(() => smtpOf('smtp://user:pa55@host?x=1')).not.toThrow(/pa55/);
  });

  it('reads the sender', () => {
    const fromOf = (text: string) => readConfig({ SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: text }).mail?.from;
    expect(fromOf(MAIL_FROM)).toEqual({ name: 'Lindenhof, Studio', address: 'studio@example.org' });
    expect(fromOf('"Ann" <ann@example.org>')).toEqual({ name: 'Ann', address: 'ann@example.org' });
    expect(fromOf('ann@example.org')).toEqual({ name: '', address: 'ann@example.org' });
    for (const wrong of ['Ann', 'a@b@c', 'A <a@example.org>, B <b@example.org>', 'A\nB <a@example.org>']) {
      expect(() => fromOf(wrong), wrong).toThrow(/MAIL_FROM/);
    }
  });

  it('needs both settings of a pair', () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://127.0.0.1' })).toThrow('MAIL_FROM is missing beside SMTP_URL');
    expect(() => readConfig({ MAIL_FROM })).toThrow('SMTP_URL is missing beside MAIL_FROM');
    expect(() => readConfig({ DKIM_SELECTOR: 'mail' })).toThrow('DKIM_KEY_FILE is missing beside DKIM_SELECTOR');
    expect(readConfig({}).mail).toBeNull();
  });

  it('keeps the password out of messages', () => {
    const config = readConfig({ SMTP_URL: 'smtp://me:p%40ss@mail.example.org', MAIL_FROM });
    expect(secretsOf(config)).toContain('p@ss');
  });

  it('reads the signing key', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dkim-'));
    const file = join(directory, 'key.pem');
    const env = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM, DKIM_KEY_FILE: file, DKIM_SELECTOR: 'mail' };
    expect(() => readConfig(env)).toThrow(/DKIM_KEY_FILE must name a file/);
    await writeFile(file, 'no key');
    expect(() => readConfig(env)).toThrow(/DKIM_KEY_FILE must name a file/);
    const { privateKey } = generateKeyPairSync('ed25519');
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(readConfig(env).mail?.dkim).toMatchObject({ domainName: 'example.org', keySelector: 'mail' });
    await rm(directory, { recursive: true });
  });
});
