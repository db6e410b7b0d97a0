import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { zipOf } from '../../src/http/operator/files/zip.ts';
import { requestNumberOf } from '../../src/intake/submission/request-number.ts';
import type { ObjectKey } from '../../src/platform/objects/object-key.ts';
import { attachmentOf } from '../support/attachments.ts';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';
import { sha256Of, storeFiles } from './stored-files.ts';

const run = promisify(execFile);
/** Reads every member with its bytes in Python, and unpacks the zip into a folder. Fails when a checksum is wrong. */
const python = `
import hashlib, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
archive.extractall(sys.argv[2])
print(json.dumps({i.filename: [i.file_size, i.compress_type, hashlib.sha256(archive.read(i)).hexdigest()] for i in archive.infolist()}))`;

/** In CI, `unzip` is required. */
const hasUnzip = await run('unzip', ['-v']).then(
  () => true,
  () => Boolean(process.env.CI),
);

let stage: OperatorStage;
let operator: Caller;
let directory: string;

beforeAll(async () => {
  stage = await openOperatorStage({ attachments: { zipPartLimits: { files: 6, bytes: 1000 } } });
  operator = await stage.person('operator');
});

afterAll(() => stage.close());

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zips-'));
});

afterEach(() => rm(directory, { recursive: true }));

interface ReadZip {
  readonly headers: Headers;
  /** Size, method and SHA-256, by name. */
  readonly members: Readonly<Record<string, readonly [number, number, string]>>;
  // biome-ignore lint/suspicious/noExplicitAny: what it holds is what a test is about
  readonly manifest: any;
}

/** Reads a zip. Expects the announced length, and that two programs find it valid. */
async function readZip(path: string): Promise<ReadZip> {
  const response = await fetch(`${stage.address}${api}${path}`, { headers: operator.headers });
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  const file = join(directory, 'read.zip');
  await writeFile(file, bytes);
  const members = await membersOf(file);
  const manifest = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8'));
  return { headers: response.headers, members, manifest };
}

async function membersOf(file: string): Promise<ReadZip['members']> {
  if (hasUnzip) await run('unzip', ['-tqq', file]);
  const { stdout } = await run('python3', ['-c', python, file, directory], { maxBuffer: 100_000_000 });
  return JSON.parse(stdout);
}

const remove = (key: ObjectKey | undefined) =>
  stage.objects.delete(key as ObjectKey, { signal: AbortSignal.timeout(30_000) });
const replace = (key: ObjectKey | undefined, content: string) =>
  stage.objects.put(key as ObjectKey, attachmentOf(content), { signal: AbortSignal.timeout(30_000) });
const namesOf = ({ members }: ReadZip) => Object.keys(members);

describe('the zip of a request', () => {
  it('holds its files under their names, and a manifest', async () => {
    const { id } = await storeFiles(stage, [
      { name: 'Käse 猫.png', bytes: 'first' },
      { name: 'empty', type: 'text/plain', bytes: '' },
    ]);
    const { headers, members, manifest } = await readZip(`/requests/${id}/files.zip`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${requestNumberOf(id)}.zip"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(members).toEqual({
      'manifest.json': [expect.any(Number), 0, expect.any(String)],
      'Käse 猫.png': [5, 0, sha256Of('first')],
      empty: [0, 0, sha256Of('')],
    });
    expect(manifest).toEqual({
      requests: [
        {
          id,
          number: requestNumberOf(id),
          createdAt: expect.stringMatching(/^2\d{3}-.*Z$/),
          files: [
            {
              position: 0,
              name: 'Käse 猫.png',
              type: 'image/png',
              size: 5,
              sha256: sha256Of('first'),
              path: 'Käse 猫.png',
            },
            { position: 1, name: 'empty', type: 'text/plain', size: 0, sha256: sha256Of(''), path: 'empty' },
          ],
        },
      ],
    });
    const { body } = await operator.call('GET', `${api}/requests/${id}/events`);
    expect(body.items.at(-1)).toMatchObject({ kind: 'download', to: [0, 1], actor: { kind: 'operator' } });
  });

  it('writes no file outside its folder, and none over another, whatever they are called', async () => {
    const names = [
      '../../evil.txt',
      '/etc/passwd',
      'C:\\windows\\system.ini',
      'manifest.json',
      'MANIFEST.JSON',
      'CON.txt',
      `${'x'.repeat(1000)}.png`,
      'a\u202egnp.exe',
      'a.png. ',
      'A.PNG',
    ];
    const { id } = await storeFiles(
      stage,
      names.map((name, index) => ({ name, bytes: `content ${index}` })),
    );
    const zip = await readZip(`/requests/${id}/files.zip`);
    expect(namesOf(zip)).toEqual([
      'manifest.json',
      'evil.txt',
      'passwd',
      'system.ini',
      'manifest (2).json',
      'MANIFEST (3).JSON',
      '_CON.txt',
      `${'x'.repeat(136)}.png`,
      'agnp.exe',
      'a.png',
      'A (2).PNG',
    ]);
    await run('python3', ['-m', 'zipfile', '-e', join(directory, 'read.zip'), join(directory, 'out')]);
    expect((await readdir(join(directory, 'out'))).sort()).toEqual(namesOf(zip).sort());
    expect(zip.manifest.requests[0].files.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(await readFile(join(directory, 'out', 'A (2).PNG'), 'utf8')).toBe('content 9');
  });

  it('has a manifest alone for a request without files', async () => {
    const zip = await readZip(`/requests/${await stage.inbox.store()}/files.zip`);
    expect(namesOf(zip)).toEqual(['manifest.json']);
  });

  it('says what is missing or damaged, and has the rest', async () => {
    const { id, keys } = await storeFiles(stage, [
      { name: 'a.png', bytes: 'first' },
      { name: 'b.png', bytes: 'second' },
      { name: 'c.png', bytes: 'third' },
    ]);
    await remove(keys[0]);
    await replace(keys[1], 'shorter');
    const zip = await readZip(`/requests/${id}/files.zip`);
    expect(namesOf(zip)).toEqual(['manifest.json', 'c.png']);
    expect(zip.manifest.requests[0].files).toMatchObject([
      { name: 'a.png', path: null, fault: 'missing' },
      { name: 'b.png', path: null, fault: 'altered' },
      { name: 'c.png', path: 'c.png' },
    ]);
    const logged = stage.log.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id);
    expect(logged.map(({ position, level }) => [position, level]).sort()).toEqual([
      [0, 50],
      [1, 50],
    ]);
  });

  it('breaks off at a file whose bytes are others', async () => {
    const { id, keys } = await storeFiles(stage, [
      { name: 'a.png', bytes: 'x'.repeat(2_000_000) },
      { name: 'b.png', bytes: 'second' },
    ]);
    await replace(keys[1], 'SECOND');
    const response = await fetch(`${stage.address}${api}/requests/${id}/files.zip`, { headers: operator.headers });
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    const isLogged = () => stage.log.some((line) => line.includes(id) && line.includes('not the one that was stored'));
    await expect.poll(isLogged).toBe(true);
  });

  it('is a problem when its first file fails before anything was sent', async () => {
    const zip = zipOf({ path: 'manifest.json', text: '{}', modifiedAt: new Date() }, [
      { path: 'a.png', size: 1, modifiedAt: new Date(), open: () => Promise.reject(new Error('damaged')) },
    ]);
    await expect.poll(() => zip.content.errored?.message).toBe('damaged');
    const { id, keys } = await storeFiles(stage, [{ name: 'a.png', bytes: 'first' }]);
    await replace(keys[0], 'FIRST');
    const outcome = await operator.call('GET', `${api}/requests/${id}/files.zip`).then(
      ({ body }) => body?.type,
      () => 'broken off',
    );
    expect(['urn:commissions:problem:file-altered', 'broken off']).toContain(outcome);
    expect((await stage.stranger.call('GET', '/healthz')).status).toBe(200);
  });

  it('is 404 for no request', async () => {
    const { status } = await operator.call('GET', `${api}/requests/5b1c8e8a-1111-7111-8111-111111111111/files.zip`);
    expect(status).toBe(404);
  });
});

describe('the zip of a filter', () => {
  const day = new Date().toISOString().slice(0, 10);

  it('has a folder for each request with files, the newest first', async () => {
    const typeId = 'folders';
    const older = await storeFiles(stage, [{ name: 'a.png', bytes: 'older' }], { typeId, name: 'Zoë/..' });
    await stage.inbox.store({ typeId });
    const newer = await storeFiles(stage, [{ name: 'a.png', bytes: 'newer' }], { typeId, name: 'CON' });
    const zip = await readZip(`/requests.zip?type=${typeId}`);
    expect(zip.headers.get('content-disposition')).toBe(`attachment; filename="files-${day}.zip"`);
    expect(namesOf(zip)).toEqual([
      'manifest.json',
      `${day} ${requestNumberOf(newer.id)} CON/a.png`,
      `${day} ${requestNumberOf(older.id)} Zoë_/a.png`,
    ]);
    expect(zip.manifest.requests.map(({ id }: { id: string }) => id)).toEqual([newer.id, older.id]);
    const { body } = await operator.call('GET', `${api}/requests/${newer.id}/events`);
    expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual(['created']);
    const { rows } = await stage.database.pool.query(
      `select "to" from request_events where kind = 'export' and "to"->'filter'->'type' ? $1`,
      [typeId],
    );
    expect(rows).toEqual([{ to: { format: 'zip', filter: { type: [typeId] } } }]);
  });

  it('is split where it grows too large; its parts have every file once', async () => {
    const typeId = 'split';
    const ids: string[] = [];
    for (let index = 0; index < 8; index += 1) {
      const files = Array.from({ length: 1 + (index % 3) }, (_, at) => ({
        name: `${at}.png`,
        bytes: `${index}/${at}`,
      }));
      ids.push((await storeFiles(stage, files, { typeId })).id);
    }
    const { id: large } = await storeFiles(stage, [{ name: 'large', bytes: 'x'.repeat(998) }], { typeId });
    const refused = await operator.call('GET', `${api}/requests.zip?type=${typeId}`);
    expect(refused.body).toMatchObject({ status: 409, type: 'urn:commissions:problem:several-zips' });
    const { body } = await operator.call('GET', `${api}/requests.zip/parts?type=${typeId}`);
    expect(body.items.map(({ part: _, ...size }: { part: string }) => size)).toEqual([
      { requests: 1, files: 1, bytes: 998 },
      { requests: 3, files: 6, bytes: 18 },
      { requests: 3, files: 6, bytes: 18 },
      { requests: 2, files: 3, bytes: 9 },
    ]);
    // Requests that arrive later belong to no part.
    await storeFiles(stage, [{ name: 'late', bytes: 'late' }], { typeId });
    const zips: ReadZip[] = [];
    for (const { part } of body.items) zips.push(await readZip(`/requests.zip?type=${typeId}&part=${part}`));
    expect(zips.map(({ headers }) => headers.get('content-disposition'))).toEqual(
      [1, 2, 3, 4].map((number) => `attachment; filename="files-${day}-${number}-of-4.zip"`),
    );
    const requests = zips.flatMap(({ manifest }) => manifest.requests.map(({ id }: { id: string }) => id));
    expect(requests).toEqual([large, ...ids.reverse()]);
    expect(zips.flatMap(namesOf).filter((name) => name !== 'manifest.json')).toHaveLength(16);
  });

  it('has a manifest alone for nothing, and no parts', async () => {
    expect(namesOf(await readZip('/requests.zip?type=nothing'))).toEqual(['manifest.json']);
    expect((await operator.call('GET', `${api}/requests.zip/parts?type=nothing`)).body).toEqual({ items: [] });
  });

  it.each(['nonsense', '1-1_x_y', "1-1_'; drop table operators; --_x"])('rejects what is no part: %j', async (part) => {
    const { body } = await operator.call('GET', `${api}/requests.zip?part=${encodeURIComponent(part)}`);
    expect(body).toMatchObject({ status: 400, title: 'Invalid cursor' });
  });
});

describe('an archive of 1,000 files', () => {
  it('is as long as announced, and whole', async () => {
    const modifiedAt = new Date();
    const entries = Array.from({ length: 1000 }, (_, index) => {
      const bytes = Buffer.alloc(index, index);
      return {
        path: `a folder with a name/${index}.png`,
        size: index,
        modifiedAt,
        open: async () => Readable.from([bytes]),
      };
    });
    const zip = zipOf({ path: 'manifest.json', text: '{}', modifiedAt }, entries);
    const bytes = await buffer(zip.content);
    expect(bytes.length).toBe(zip.bytes);
    const file = join(directory, 'thousand.zip');
    await writeFile(file, bytes);
    expect(Object.keys(await membersOf(file))).toHaveLength(1001);
  });
});
