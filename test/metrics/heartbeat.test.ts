import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerWith, type Receiver, startReceiver } from '../deliveries/receiver.ts';
import { runCommand } from '../support/command.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';
import { messagesOf } from '../support/service-process.ts';
import { issuedCertificate, issuedKey, testAuthority } from '../support/tls-certificate.ts';

let folder: ServiceFolder;
let receivers: Receiver[];

beforeEach(async () => {
  folder = await makeServiceFolder();
  receivers = [];
});

afterEach(async () => {
  await folder.remove();
  for (const receiver of receivers) await receiver.close();
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
    const service = folder.start({ HEARTBEAT_URL: `${receiver.url.origin}/beat-7f3a`, NODE_EXTRA_CA_CERTS: authority });
    await service.address;
    await expect.poll(() => receiver.received.map(({ path }) => path)).toEqual(['/beat-7f3a']);
  });

  it('is missed in the log, without the address, and follows no redirect', async () => {
    const inner = await receive(answerWith(200));
    const receiver = await receive(answerWith(302, { location: inner.url.href }));
    const service = folder.start({ HEARTBEAT_URL: `${receiver.url.origin}/beat-7f3a` });
    await expect.poll(() => messagesOf(service)).toContain('was not reached: it responded with 302');
    expect(messagesOf(service)).not.toContain('beat-7f3a');
    expect(inner.received).toEqual([]);
  });
});

describe('commissions backup --ping', () => {
  const backUp = (url: string) =>
    runCommand(['backup', join(folder.path, 'copy'), '--ping', url], {
      env: { BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory },
      cwd: folder.path,
    });

  it('calls the URL when the back-up is complete', async () => {
    const receiver = await receive(answerWith(200));
    await folder.start().address;
    expect(await backUp(`${receiver.url.origin}/done`)).toMatchObject({ code: 0, stderr: '' });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/done']);
  });

  it('says that the URL was not reached, and that the back-up is complete', async () => {
    const receiver = await receive(answerWith(500));
    await folder.start().address;
    const refused = await backUp(receiver.url.href);
    expect(refused).toMatchObject({ code: 0, stderr: expect.stringContaining('responded with 500') });
    const away = await backUp('http://127.0.0.1:9/');
    expect(away).toMatchObject({ code: 0, stderr: expect.stringContaining('was not reached') });
  });

  it('takes no other address', async () => {
    expect(await backUp('ftp://example.org/')).toMatchObject({ code: 2 });
  });
});
