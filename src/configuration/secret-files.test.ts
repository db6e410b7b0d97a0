import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configFaults } from '../../test/support/config-faults.ts';
import { readConfig } from './read-config.ts';
import { secretNames, secretsOf } from './secrets.ts';

/** Valid values, which no other variable has. */
const values: Record<(typeof secretNames)[number], string> = {
  DATABASE_URL: 'postgres://me:hunter2@db/x',
  AWS_ACCESS_KEY_ID: 'own-key-id',
  AWS_SECRET_ACCESS_KEY: 'own-secret',
  AWS_SESSION_TOKEN: 'session',
  BACKUP_S3_ACCESS_KEY_ID: 'back-up-key-id',
  BACKUP_S3_SECRET_ACCESS_KEY: 'back-up-secret',
  OIDC_CLIENT_SECRET: 'client',
  METRICS_TOKEN: 'scraper',
  HEARTBEAT_URL: 'https://ping.example.org/4711',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  SMTP_URL: 'smtps://me:pa55word@mail.example.org',
};
const others = {
  OBJECT_STORE: 's3',
  MAIL_FROM: 'studio@example.org',
  METRICS_PORT: '9464',
  OIDC_ISSUER: 'https://id.example.org',
  OIDC_CLIENT_ID: 'commissions',
  INBOX_URL: 'https://inbox.example.org',
};

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'secrets-'));
  for (const [name, value] of Object.entries(values)) fileOf(name, `${value}\n`);
});

afterAll(() => rmSync(directory, { recursive: true }));

function fileOf(name: string, content: string | Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, content, { mode: 0o644 });
  return path;
}

describe('secrets in files', () => {
  it('are read for every secret as from its variable, and are never logged', () => {
    const files = Object.fromEntries(secretNames.map((name) => [`${name}_FILE`, join(directory, name)]));
    const config = readConfig({ ...others, ...files });
    expect(config).toEqual(readConfig({ ...others, ...values }));
    const secrets = secretsOf(config).join('\n');
    for (const value of [...Object.values(values), 'hunter2'].filter((one) => !one.startsWith('smtps'))) {
      expect(secrets).toContain(value);
    }
    expect(secrets).toContain('pa55word');
  });

  it('are read from the credentials of systemd', () => {
    const config = readConfig({ ...others, CREDENTIALS_DIRECTORY: directory });
    expect(config).toEqual(readConfig({ ...others, ...values }));
    expect(readConfig({ CREDENTIALS_DIRECTORY: join(directory, 'missing') })).toEqual(readConfig({}));
  });

  it('are read through links, as Kubernetes mounts them, without one line break at the end', () => {
    symlinkSync('METRICS_TOKEN', join(directory, 'link'));
    const config = readConfig({ METRICS_PORT: '0', METRICS_TOKEN_FILE: join(directory, 'link') });
    expect(config.metrics?.token).toBe('scraper');
    const { AWS_SECRET_ACCESS_KEY: _, ...keyId } = { ...values, SMTP_URL: '' };
    const AWS_SECRET_ACCESS_KEY_FILE = fileOf('windows', ' spaces stay \r\n');
    expect(
      readConfig({ OBJECT_STORE: 's3', ...keyId, METRICS_TOKEN: '', AWS_SECRET_ACCESS_KEY_FILE }).objectStore,
    ).toMatchObject({
      credentials: { secretAccessKey: ' spaces stay ' },
    });
  });

  it('are refused when they are given twice', () => {
    const METRICS_TOKEN_FILE = join(directory, 'METRICS_TOKEN');
    expect(configFaults({ METRICS_PORT: '0', METRICS_TOKEN: 'x', METRICS_TOKEN_FILE })).toEqual([
      'METRICS_TOKEN and METRICS_TOKEN_FILE are set: keep one of them',
    ]);
    const credentials = join(directory, 'credentials');
    mkdirSync(credentials);
    writeFileSync(join(credentials, 'METRICS_TOKEN'), 'x');
    expect(configFaults({ METRICS_PORT: '0', METRICS_TOKEN: 'x', CREDENTIALS_DIRECTORY: credentials })).toEqual([
      'METRICS_TOKEN and the credential METRICS_TOKEN are set: keep one of them',
    ]);
    expect(configFaults({ METRICS_PORT: '0', METRICS_TOKEN_FILE, CREDENTIALS_DIRECTORY: credentials })).toEqual([
      'METRICS_TOKEN_FILE and the credential METRICS_TOKEN are set: keep one of them',
    ]);
  });

  it.each([
    ['empty', '', 'is empty'],
    ['blank', '\n', 'is empty'],
    ['large', 'hunter2'.repeat(10_000), 'is larger than 64 KiB'],
    ['binary', Buffer.from([0x68, 0xff]), 'is not text in UTF-8'],
    ['zero', 'hunter2\0', 'is not text in UTF-8'],
    ['lines', 'hunter2\nhunter2\n', 'has more than one line'],
  ])('are refused, without the value, when the file is faulty: %s', (name, content, what) => {
    const SMTP_URL_FILE = fileOf(name, content);
    // Beside it MAIL_FROM is not reported as being alone.
    expect(configFaults({ SMTP_URL_FILE, MAIL_FROM: 'studio@example.org' })).toEqual([
      `SMTP_URL_FILE names a file that ${what}`,
    ]);
    expect(configFaults({ CREDENTIALS_DIRECTORY: credentialsWith('SMTP_URL', content) })).toEqual(
      expect.arrayContaining([`SMTP_URL is a credential that ${what}`]),
    );
  });

  function credentialsWith(name: string, content: string | Buffer): string {
    const credentials = mkdtempSync(join(directory, 'credentials-'));
    writeFileSync(join(credentials, name), content);
    return credentials;
  }

  it('are refused when the file cannot be read', () => {
    expect(configFaults({ DATABASE_URL_FILE: join(directory, 'missing') })).toEqual([
      'DATABASE_URL_FILE names a file that does not exist',
    ]);
    expect(configFaults({ DATABASE_URL_FILE: directory })).toEqual([
      'DATABASE_URL_FILE names a file that cannot be read: EISDIR',
    ]);
    expect(configFaults({ DATABASE_URL_FILE: '/dev/zero' })).toEqual([
      'DATABASE_URL_FILE names a file that is larger than 64 KiB',
    ]);
  });

  it('are checked as values of variables are', () => {
    expect(configFaults({ DATABASE_URL_FILE: fileOf('mysql', 'mysql://me:hunter2@db/x') })).toEqual([
      expect.stringMatching(/^DATABASE_URL must .*(?<!hunter2.*)$/),
    ]);
  });
});
