import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileFolder, type FileFolder, smallPicture } from '../../page/test/support/files.ts';
import { type Site, startSite } from '../../page/test/support/site.ts';
import { startTestService, type TestService } from '../../test/support/service.ts';
import { expectStored } from './support/expect-stored.ts';

const script = join(import.meta.dirname, '../curl/send.sh');
const payload = join(import.meta.dirname, '../curl/payload.json');
/** A name with characters that curl's command line would interpret. */
const picture = { name: 'cat "Zoë";type=x,\\.png', bytes: smallPicture };

interface Ending {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let service: TestService;
let site: Site;
let folder: FileFolder;

beforeEach(async () => {
  service = await startTestService();
  site = await startSite({ service: service.address });
  folder = await createFileFolder();
});

afterEach(async () => {
  await folder.remove();
  await site.close();
  await service.close();
});

function send(args: readonly string[], env: Record<string, string> = {}): Promise<Ending> {
  const environment = { PATH: process.env.PATH, COMMISSION_ENDPOINT: site.url, ...env };
  return new Promise((resolve) => {
    execFile(script, [...args], { env: environment }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

const storedPicture = () => folder.write(picture.name, picture.bytes);

async function expectPayloadStored({ stdout }: Ending): Promise<void> {
  const { message, typeId, extraIds } = JSON.parse(await readFile(payload, 'utf8'));
  const request = { message, type_id: typeId, extra_ids: extraIds };
  await expectStored(service, JSON.parse(stdout).id, request, picture);
}

describe('send.sh', () => {
  it('has payload and file stored, and prints the response alone', async () => {
    const ending = await send([payload, await storedPicture()]);
    expect(ending).toMatchObject({ code: 0, stderr: '' });
    await expectPayloadStored(ending);
  });

  it('prints each broken rule of a refused payload on a line of its own, and does not repeat the request', async () => {
    const bad = { customerName: 'Zoë', customerEmail: 'zoe', message: 'Cats', extraIds: ['frame', ''] };
    const ending = await send([await folder.write('bad.json', Buffer.from(JSON.stringify(bad)))]);
    expect(ending).toMatchObject({ code: 1, stdout: '' });
    expect(ending.stderr.trimEnd().split('\n')).toEqual([
      'Rejected with 422: Validation error',
      '  extraIds.1: Too small: expected string to have >=1 characters',
      '  customerEmail: Invalid email address',
    ]);
    expect(site.keys).toHaveLength(1);
    expect(await service.stored()).toMatchObject({ requests: 0, objectFiles: 0 });
  });

  it('repeats a form that a busy service did not take under the same key, no sooner than it asks', async () => {
    site.faults.push({ status: 503, body: { error: 'Service busy' }, headers: { 'retry-after': '3' } });
    const startMs = performance.now();
    const ending = await send([payload, await storedPicture()]);
    expect(performance.now() - startMs).toBeGreaterThan(3000);
    expect(ending.code).toBe(0);
    expect(ending.stderr).toContain('Attempt 1 of 5: status 503: {"error":"Service busy"}; the next in 3 s');
    expect(site.keys).toHaveLength(2);
    expect(new Set(site.keys).size).toBe(1);
    await expectPayloadStored(ending);
  });

  it('has one request stored when the response to the first attempt was lost', async () => {
    site.faults.push({ answer: 'lost' });
    const ending = await send([payload, await storedPicture()]);
    expect(ending.stderr).toContain('Attempt 1 of 5: no response');
    expect(ending.code).toBe(0);
    expect(site.keys).toHaveLength(2);
    await expectPayloadStored(ending);
  });

  it('ends without a definite response, and prints the key with which another run finds out', async () => {
    const busy = { status: 500, body: { error: 'Commission submission failed' } };
    site.faults.push(busy, busy);
    const args = [payload, await storedPicture()];
    const ending = await send(args, { ATTEMPTS: '2' });
    expect(ending).toMatchObject({ code: 3, stdout: '' });
    const key = /IDEMPOTENCY_KEY=(\S+)/.exec(ending.stderr)?.[1] ?? '';
    expect(site.keys).toEqual([key, key]);
    const later = await send(args, { IDEMPOTENCY_KEY: key });
    await expectPayloadStored(later);
    expect(site.keys).toEqual([key, key, key]);
  });

  it.each([[[]], [['no-such-file.json']], [[payload, 'no-such-file.png']]])(
    'sends no form when it is called with %j',
    async (args) => {
      expect(await send(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/./) });
      expect(site.keys).toEqual([]);
    },
  );
});
