import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderChecks, judgeSpace } from '../../src/doctor/bucket/create-folder-checks.ts';
import { type CheckReport, examine, examineAndFix } from '../../src/doctor/examine.ts';
import { createFilesystemObjectStore } from '../../src/platform/objects/filesystem/object-store.ts';
import { createObjectKey } from '../../src/platform/objects/object-key.ts';
import { randomAttachment } from '../support/attachments.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const mebibyte = 1024 * 1024;
const nobody = 65_534;
const { signal } = new AbortController();

let data: string;
let bucket: string;
let disk: SmallDisk | null;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'doctor-files-'));
  bucket = join(data, 'objects', 'attachments');
  disk = null;
});

afterEach(async () => {
  disk?.unmount();
  await rm(data, { recursive: true, force: true });
});

async function runCheck(name: string, how: typeof examine = examine): Promise<CheckReport> {
  const check = createFolderChecks([data, join(data, 'objects'), bucket]).find((found) => found.name === name);
  if (check === undefined) throw new Error(`There is no check ${name}`);
  return how(check, { limitMs: 30_000, signal });
}

async function storeOne(): Promise<void> {
  const store = createFilesystemObjectStore({ directory: join(data, 'objects'), bucket: 'attachments' });
  await store.put(createObjectKey('image/png'), randomAttachment(1000), { signal });
  await store.close();
}

/** Runs `work` as an unprivileged account. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('The doctor of a bucket of files', () => {
  it('finds nothing wrong with what the store makes, and leaves nothing behind', async () => {
    await storeOne();
    for (const name of ['bucket.rights', 'bucket.write', 'bucket.modes'])
      expect(await runCheck(name)).toMatchObject({ verdict: 'ok' });
    expect((await readdir(bucket)).sort()).toEqual(['content', 'incoming', 'metadata']);
  });

  it('writes where there is no bucket yet, and makes none', async () => {
    expect(await runCheck('bucket.write')).toMatchObject({ verdict: 'ok' });
    expect(await readdir(data)).toEqual([]);
    await rm(data, { recursive: true });
    for (const name of ['bucket.rights', 'bucket.write', 'bucket.space', 'bucket.modes']) {
      expect(await runCheck(name)).toMatchObject({ verdict: 'skipped' });
    }
  });

  it('says that a folder belongs to somebody else', async () => {
    await storeOne();
    await chmod(data, 0o755);
    await chmod(join(data, 'objects'), 0o755);
    for (const name of ['bucket.rights', 'bucket.write']) {
      const { verdict, findings } = await asNobody(() => runCheck(name));
      expect(verdict).toBe('wrong');
      expect(findings[0]).toMatchObject({
        found: expect.stringContaining('The account may not use the folder of the attachments'),
        remedy: expect.stringContaining(bucket),
        command: expect.stringContaining('chown -R'),
      });
    }
  });

  it('names the folder above where there is no bucket yet', async () => {
    for (const mode of [0o755, 0o700]) {
      await chmod(data, mode);
      expect(await asNobody(() => runCheck('bucket.write'))).toMatchObject({
        verdict: 'wrong',
        findings: [
          {
            remedy: expect.stringContaining(`Give ${data} to`),
            command: expect.stringMatching(/^chown -R \d+ \/\S+\/doctor-files-[^/]+$/),
          },
        ],
      });
    }
  });

  it('says that a file stands where a folder should', async () => {
    await mkdir(bucket, { recursive: true });
    await writeFile(join(bucket, 'content'), '');
    expect((await runCheck('bucket.rights')).findings).toMatchObject([
      { verdict: 'wrong', found: `${join(bucket, 'content')} is not a folder` },
    ]);
  });

  it('says that the disk is full, and leaves nothing on it', async () => {
    disk = await mountSmallDisk(bucket, mebibyte / 2);
    const { findings } = await runCheck('bucket.write');
    expect(findings).toMatchObject([
      { verdict: 'wrong', found: expect.stringContaining('The disk of the attachments is full') },
    ]);
    expect(await readdir(bucket)).toEqual([]);
    expect((await runCheck('bucket.space')).findings).toMatchObject([
      { verdict: 'wrong', found: expect.stringContaining('less than one large submission needs') },
    ]);
  });

  it('sees that other accounts can come to the pictures, and closes the folder to them', async () => {
    await storeOne();
    for (const folder of [data, join(data, 'objects'), bucket]) await chmod(folder, 0o755);
    expect(await runCheck('bucket.modes')).toMatchObject({ verdict: 'warning' });
    expect(await runCheck('bucket.modes', examineAndFix)).toMatchObject({
      verdict: 'ok',
      fixed: [`${bucket} has the mode 0700 now`],
    });
    expect((await stat(bucket)).mode & 0o777).toBe(0o700);
    await chmod(bucket, 0o755);
    await chmod(data, 0o700);
    expect(await runCheck('bucket.modes')).toMatchObject({ verdict: 'ok' });
  });
});

describe('the check of disk space', () => {
  it.each([
    [100 * mebibyte, 1_000_000, 'wrong'],
    [1024 * mebibyte, 1_000_000, 'warning'],
    [10_000 * mebibyte, 999, 'wrong'],
    [10_000 * mebibyte, Number.POSITIVE_INFINITY, 'ok'],
  ])('judges %d bytes and %d files left: %s', (bytes, files, verdict) => {
    expect(judgeSpace({ bytes, files }).verdict).toBe(verdict);
  });
});
