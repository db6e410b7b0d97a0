import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFilesystemObjectStore } from '../../src/platform/objects/filesystem/object-store.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import type { Studio } from '../../src/studio/document/studio.ts';
import { png } from '../pictures/bombs.ts';
import { picture } from '../pictures/pictures.ts';
import type { CommandEnding } from '../support/command.ts';
import { createTestDatabaseWithTables } from '../support/embedded-database.ts';
import { runOwnCommand } from '../support/own-command.ts';
import { s3Environment } from '../support/s3-environment.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

/** A database and a bucket, and nothing in them. */
interface Installation {
  studio(...args: string[]): Promise<CommandEnding>;
  traces(): Promise<object>;
  document(): Promise<Studio>;
  close(): Promise<void>;
}

let directory: string;
let s3: S3Server;
let installations: Installation[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'studio-folder-'));
  s3 = await startS3Server();
  installations = [];
});

afterEach(async () => {
  for (const { close } of installations) await close();
  await s3.close();
  await rm(directory, { recursive: true });
});

const nothing = { revisions: 0, pictures: 0, objects: 0, pending: 0 };

async function install(kind: 'files' | 's3'): Promise<Installation> {
  const database = await createTestDatabaseWithTables();
  const data = await mkdtemp(join(directory, 'data-'));
  const pool = new Pool({ connectionString: database.url });
  const ofFiles = () => createFilesystemObjectStore({ directory: join(data, 'objects'), bucket: 'pictures' });
  const objects: ObjectStore =
    kind === 'files' ? ofFiles() : createS3ObjectStore({ ...s3, forcePathStyle: true, credentials: s3.credentials });
  const bucket = kind === 'files' ? { BUCKET_NAME: 'pictures' } : s3Environment(s3);
  const env = { DATA_DIR: data, DATABASE_URL: database.url, ...bucket };
  const installation: Installation = {
    studio: (...args) => runOwnCommand(['studio', ...args], { env, cwd: directory }),
    document: async () => {
      const { rows } = await pool.query('select document from studio_revisions order by revision desc limit 1');
      return rows[0].document;
    },
    async traces() {
      const { rows } = await pool.query(
        `select (select count(*) from studio_revisions)::int as revisions,
           (select count(*) from studio_pictures)::int as pictures,
           (select count(*) from upload_intents where state = 'PENDING')::int as pending`,
      );
      const keys: string[] = [];
      for await (const { key } of objects.list({ signal: AbortSignal.timeout(30_000) })) keys.push(key);
      return { ...rows[0], objects: keys.length };
    },
    async close() {
      await objects.close();
      await pool.end();
      await database.drop();
    },
  };
  installations.push(installation);
  return installation;
}

const nameOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const [logo, first, second] = [picture('photo.png'), picture('photo.webp'), picture('photo.jpg')];
const example = (bytes: Buffer) => ({ sha256: nameOf(bytes), alt: { en: 'A cat' } });
const document = {
  title: 'Lindenhof',
  logo: { sha256: nameOf(logo) },
  types: [{ id: 'bust', name: 'Bust', pictures: [example(first), example(second)] }],
};

/** Makes a folder as an export does, of any content. */
async function folderOf(content: object, pictures: readonly Buffer[]): Promise<string> {
  const folder = await mkdtemp(join(directory, 'folder-'));
  await writeFile(join(folder, 'studio.json'), JSON.stringify(content));
  await mkdir(join(folder, 'pictures'));
  for (const bytes of pictures) await writeFile(join(folder, 'pictures', `${nameOf(bytes)}.webp`), bytes);
  return folder;
}

const whole = () => folderOf(document, [logo, first, second]);
const fileOf = (folder: string, bytes: Buffer) => join(folder, 'pictures', `${nameOf(bytes)}.webp`);

describe('a studio in a folder', () => {
  it.each(['files', 's3'] as const)('moves elsewhere with its pictures, to a bucket of %s', async (kind) => {
    const old = await install('files');
    expect(await old.studio('import', await whole())).toMatchObject({
      code: 0,
      stdout: 'Revision 1 is published: title, types, logo\n',
    });
    expect(await old.traces()).toEqual({ revisions: 1, pictures: 3, objects: 6, pending: 0 });
    const exported = join(directory, 'exported');
    expect(await old.studio('export', '--folder', exported)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect((await readdir(exported)).sort()).toEqual(['pictures', 'studio.json']);
    const names = await readdir(join(exported, 'pictures'));
    expect(names).toHaveLength(3);
    for (const name of names) {
      expect(`${nameOf(await readFile(join(exported, 'pictures', name)))}.webp`).toBe(name);
    }

    const other = await install(kind);
    expect(await other.studio('import', exported)).toMatchObject({ code: 0, stderr: '' });
    const moved = await other.document();
    expect(moved).toMatchObject({ title: { en: 'Lindenhof' }, logo: { sha256: expect.any(String) } });
    expect(moved.types[0]?.pictures.map(({ alt }) => alt)).toEqual([{ en: 'A cat' }, { en: 'A cat' }]);
    expect(await other.traces()).toEqual({ revisions: 1, pictures: 3, objects: 6, pending: 0 });
    const again = join(directory, 'again');
    await other.studio('export', '--folder', again);
    expect(await readdir(join(again, 'pictures'))).toHaveLength(3);
  });

  it('changes nothing when it is imported twice, nor where it came from', async () => {
    const { studio, traces } = await install('files');
    const folder = await whole();
    await studio('import', folder);
    const before = await traces();
    expect((await studio('import', folder)).stdout).toBe('Nothing has changed\n');
    const exported = join(directory, 'exported');
    await studio('export', '--folder', exported);
    expect((await studio('import', exported)).stdout).toBe('Nothing has changed\n');
    expect(await traces()).toEqual(before);
  });

  it('is checked as a file is', async () => {
    const { studio } = await install('files');
    expect((await studio('check', await whole())).code).toBe(0);
    expect(await studio('check', await folderOf({ types: [{ id: 'bust' }] }, []))).toMatchObject({
      code: 1,
      stdout: '`types[0].name` is missing\n',
    });
  });

  it('is exported into a new folder alone, whole or not at all', async () => {
    const { studio } = await install('files');
    await studio('import', await whole());
    const taken = await whole();
    expect(await studio('export', '--folder', taken)).toMatchObject({
      code: 1,
      stderr: `Could not export the studio: ${taken} exists already\n`,
    });
    expect(await studio('export', '--folder', join(directory, 'a'), '--output', 'b')).toMatchObject({ code: 2 });
    const [data] = (await readdir(directory)).filter((name) => name.startsWith('data-'));
    await rm(join(directory, data ?? '', 'objects'), { recursive: true });
    expect(await studio('export', '--folder', join(directory, 'a'))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Could not export the studio: The store has no object of this key/),
    });
    expect((await readdir(directory)).filter((name) => /^a\b/.test(name))).toEqual([]);
  });
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
const bomb = png({ width: 30_000, height: 30_000 });
const truncated = first.subarray(0, first.length / 2);
const other = (bytes: Buffer) => ({ ...document, types: [{ ...document.types[0], pictures: [example(bytes)] }] });

/** Each has a good picture before the bad one. */
const hostile: readonly (readonly [string, RegExp, () => Promise<string>])[] = [
  ['lacks a picture', /the folder has no pictures\/[0-9a-f]{64}\.webp$/, () => folderOf(document, [logo, first])],
  [
    'has another file under a name',
    /\.webp is not the file that was exported$/,
    async () => {
      const folder = await whole();
      await cp(fileOf(folder, first), fileOf(folder, second));
      return folder;
    },
  ],
  ['has an SVG', /\.webp is no JPEG, PNG, WebP, GIF, AVIF or HEIC$/, () => folderOf(other(svg), [logo, svg])],
  ['has a bomb', /\.webp has too many pixels$/, () => folderOf(other(bomb), [logo, bomb])],
  ['has half a picture', /\.webp cannot be read as a picture$/, () => folderOf(other(truncated), [logo, truncated])],
  [
    'has a picture of more than 20 MiB',
    /\.webp has more than 20 MiB$/,
    async () => {
      const folder = await whole();
      await truncate(fileOf(folder, second), 20 * 1024 * 1024 + 1);
      return folder;
    },
  ],
  [
    'leads to a file elsewhere',
    /\.webp is a link$/,
    async () => {
      const folder = await whole();
      const elsewhere = join(directory, 'elsewhere');
      await writeFile(elsewhere, second);
      await rm(fileOf(folder, second));
      await symlink(elsewhere, fileOf(folder, second));
      return folder;
    },
  ],
  [
    'has a pipe in place of a picture',
    /\.webp is no file$/,
    async () => {
      const folder = await folderOf(document, [logo, first]);
      execFileSync('mkfifo', [fileOf(folder, second)]);
      return folder;
    },
  ],
  ['has no document', /the folder has no studio\.json$/, () => mkdtemp(join(directory, 'empty-'))],
  [
    'has a document of more than 16 MiB',
    /studio\.json has more than 16 MiB$/,
    async () => {
      const folder = await whole();
      await truncate(join(folder, 'studio.json'), 16 * 1024 * 1024 + 1);
      return folder;
    },
  ],
  [
    'names pictures by paths',
    /the file has faults, which commissions studio check .* prints$/,
    () => folderOf({ ...document, logo: { sha256: '../../../../etc/passwd' } }, []),
  ],
];

describe('a folder of a stranger', () => {
  it.each(hostile)('is refused and leaves nothing when it %s', async (_what, reason, make) => {
    const { studio, traces } = await install('files');
    const { code, stdout, stderr } = await studio('import', await make());
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.trimEnd()).toMatch(reason);
    expect(await traces()).toEqual(nothing);
  });

  it('leaves the pictures of the studio that is there', async () => {
    const { studio, traces } = await install('files');
    await studio('import', await folderOf({ logo: document.logo }, [logo]));
    const before = await traces();
    expect((await studio('import', await folderOf(other(svg), [logo, svg]))).code).toBe(1);
    expect(await traces()).toEqual(before);
  });
});

describe('an import that the bucket breaks off', () => {
  it.each([
    // A lost connection is tried again once.
    ['the answer is lost', 2, { kind: 'apply-then-reset' }],
    ['it refuses', 1, { kind: 'respond', status: 403 }],
  ] as const)('leaves nothing, and can be repeated: %s', async (_what, times, effect) => {
    const { studio, traces } = await install('s3');
    // The fourth object is one of the second picture.
    s3.inject({ operation: 'PUT', call: 4, times, effect });
    const { code, stderr } = await studio('import', await whole());
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Could not import the studio: /)]);
    expect(await traces()).toEqual(nothing);
    expect((await studio('import', await whole())).code).toBe(0);
    expect(await traces()).toEqual({ revisions: 1, pictures: 3, objects: 6, pending: 0 });
  });
});
