import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChannels } from '../../src/deliveries/channels/create-channels.ts';
import { createDeliveries } from '../../src/deliveries/history/create-deliveries.ts';
import { keysOf } from '../../src/platform/secrets/key-file.ts';
import { createKeyRing, createSecretKeyText } from '../../src/platform/secrets/key-ring.ts';
import { type Receiver, startReceiver } from '../deliveries/receiver.ts';
import { type MailServer, startMailServer } from '../mail/mail-server.ts';
import { operators } from '../mail/stage.ts';
import { addChannel, addWebhook } from '../support/add-channel.ts';
import { createTestDatabaseWithTables, type TestDatabase } from '../support/embedded-database.ts';
import { messagesOf, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import {
  expiredCertificate,
  issuedCertificate,
  issuedKey,
  otherNameCertificate,
  testAuthority,
} from '../support/tls-certificate.ts';

let directory: string;
let database: TestDatabase;
let pool: Pool;
let receiver: Receiver | null;
let mails: MailServer | null;
let service: ServiceProcess | null;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'certificates-'));
  database = await createTestDatabaseWithTables();
  pool = new Pool({ connectionString: database.url, max: 2 });
  [receiver, mails, service] = [null, null, null];
});

afterEach(async () => {
  await service?.destroy();
  await receiver?.close();
  await mails?.close();
  await pool.end();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

type MailScheme = 'smtps' | 'smtp';

/**
 * Starts a process that sends to a receiver and through a mail server with this certificate. Resolves with the result
 * of the first attempt of each.
 */
async function tryWith(tls: { readonly key: string; readonly cert: string }, scheme: MailScheme = 'smtps') {
  receiver = await startReceiver(undefined, tls);
  mails = await startMailServer({ ...tls, secure: scheme === 'smtps', disabledCommands: [] });
  const secretsKey = createSecretKeyText();
  await writeFile(join(directory, 'authority.pem'), testAuthority);
  const started = startServiceProcess({
    cwd: directory,
    env: {
      BUCKET_NAME: 'attachments',
      DATA_DIR: directory,
      DATABASE_URL: database.url,
      SECRETS_KEY: secretsKey,
      DELIVERY_ALLOW_PRIVATE: 'true',
      SMTP_URL: `${scheme}://localhost:${mails.port}${scheme === 'smtp' ? '?tls=required' : ''}`,
      MAIL_FROM: 'studio@example.org',
      NODE_EXTRA_CA_CERTS: join(directory, 'authority.pem'),
    },
  });
  service = started;
  await expect.poll(() => messagesOf(started)).toContain('Ready for commissions');
  const keyRing = createKeyRing(async () => keysOf([secretsKey]));
  const channels = createChannels(pool, keyRing);
  const url = new URL(receiver.url);
  url.hostname = 'localhost';
  const mail = { kind: 'mail', name: 'Mail', types: ['request.created'], mail: operators } as const;
  const ids = [
    (await addWebhook(channels, { url, name: 'Verifying' })).id,
    (await addWebhook(channels, { url, name: 'Trusting', verifiesTls: false })).id,
    (await addChannel(channels, mail)).channel.id,
  ];
  return Promise.all(ids.map(firstTry));
}

async function firstTry(channelId: string): Promise<string | null | undefined> {
  const deliveries = createDeliveries(pool);
  const made = await deliveries.test(channelId);
  if (typeof made === 'string') throw new Error(made);
  const attempts = async () => (await deliveries.find(made.id))?.attempts ?? [];
  await expect.poll(attempts).not.toEqual([]);
  return (await attempts())[0]?.detail;
}

const accepted = 'The receiver responded with 204';

describe('the mail channel', () => {
  it.each([
    [
      'that has expired',
      { key: issuedKey, cert: expiredCertificate },
      'The certificate of the receiver has expired',
      /certificate has expired/,
    ],
    [
      'for another host name',
      { key: issuedKey, cert: otherNameCertificate },
      'The certificate of the receiver is for another host name',
      /does not match certificate/,
    ],
  ])(
    'refuses a certificate %s, says so, and takes it by a channel that verifies none',
    async (_name, tls, why, mailed) => {
      expect(await tryWith(tls)).toEqual([why, accepted, expect.stringMatching(mailed)]);
      expect(receiver?.received).toHaveLength(1);
      expect(mails?.received).toEqual([]);
    },
  );

  it('refuses a certificate for another name behind STARTTLS too', async () => {
    const tls = { key: issuedKey, cert: otherNameCertificate };
    expect((await tryWith(tls, 'smtp')).at(-1)).toMatch(/does not match certificate/);
    expect(mails?.received).toEqual([]);
  });

  it('takes a certificate that an authority vouches for', async () => {
    const tls = { key: issuedKey, cert: issuedCertificate };
    expect(await tryWith(tls)).toEqual([accepted, accepted, 'The mail server has accepted the mail']);
    expect(mails?.received).toHaveLength(1);
  });
});
