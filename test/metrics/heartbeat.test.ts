import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerWith, type Receiver, startReceiver } from '../deliveries/receiver.ts';
import { createTestDatabaseWithTables, type TestDatabase } from '../support/embedded-database.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';
import { messagesOf } from '../support/service-process.ts';
import { issuedCertificate, issuedKey, testAuthority } from '../support/tls-certificate.ts';

let database: TestDatabase;
let folder: ServiceFolder;
let receivers: Receiver[];

beforeEach(async () => {
  database = await createTestDatabaseWithTables();
  folder = await makeServiceFolder();
  receivers = [];
});

afterEach(async () => {
  await folder.remove();
  for (const receiver of receivers) await receiver.close();
  await database.drop();
});

async function receive(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...args);
  receivers.push(receiver);
  return receiver;
}

describe('a heartbeat', () => {
  it('comes over TLS once the service is ready', async () => {
    const receiver = await receive(answerWith(200), { key: issuedKey, cert: issuedCertificate });
    const authority = join(folder.path, 'authority.pem');
    await writeFile(authority, testAuthority);
    const service = folder.start({
      DATABASE_URL: database.url,
      HEARTBEAT_URL: `${receiver.url.origin}/beat-7f3a`,
      NODE_EXTRA_CA_CERTS: authority,
    });
    await service.address;
    await expect.poll(() => receiver.received.map(({ path }) => path)).toEqual(['/beat-7f3a']);
  });

  it('is missed in the log, without the address, and follows no redirect', async () => {
    const inner = await receive(answerWith(200));
    const receiver = await receive(answerWith(302, { location: inner.url.href }));
    const service = folder.start({ DATABASE_URL: database.url, HEARTBEAT_URL: `${receiver.url.origin}/beat-7f3a` });
    await expect.poll(() => messagesOf(service)).toContain('failed. The receiver responded with 302');
    expect(messagesOf(service)).not.toContain('beat-7f3a');
    expect(inner.received).toEqual([]);
  });
});
