import { createHash } from 'node:crypto';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { type BackupFolder, backupFolder } from '../../src/keeping/backup/format/backup-folder.ts';
import { createFolderTarget } from '../../src/keeping/backup/targets/folder-target.ts';
import { filesystemStore } from '../reconcile/stores.ts';
import { openErasure } from '../support/erasure.ts';
import {
  type BackupStage,
  openBackupStage,
  openBareRestoreStage,
  openRestoreStage,
  type RestoreStage,
} from './backup-stage.ts';

/** A damage to a backup, with the message that it must cause. */
interface Damage {
  readonly name: string;
  damage(folder: BackupFolder, generation: string): Promise<void>;
  /** Matches each line. */
  readonly message: RegExp;
  /** The number of lines; 1 by default. */
  readonly lines?: number;
  /**
   * True for damage to the bytes of objects. `verify` compares these bytes; a restore compares them only while it puts
   * them.
   */
  readonly isOfBytes?: true;
  /** True when everything that a restore needs still exists and has the expected digest. */
  readonly isRestorable?: true;
}

const flipByte = async (path: string) => {
  const bytes = await readFile(path);
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  await writeFile(path, bytes);
};
/** Resolves with the path of the first object in alphabetical order. */
async function someObjectFile(folder: BackupFolder): Promise<string> {
  const names = await readdir(join(folder.path, 'objects'), { recursive: true });
  return join(folder.path, 'objects', names.filter((name) => name.length > 64).sort()[0] ?? '');
}

const tableOf = (folder: BackupFolder, generation: string, name: string) =>
  join(folder.generation(generation), 'tables', `${name}.copy`);
const manifestOf = (folder: BackupFolder, generation: string) => join(folder.generation(generation), 'manifest.json');
const markOf = (folder: BackupFolder) => join(folder.path, 'backup.json');
const replaceIn = async (path: string, from: string | RegExp, to: string) =>
  writeFile(path, (await readFile(path, 'utf8')).replace(from, to));

/** Writes the content with a matching digest, as an attacker who knows the format could. */
async function reseal(path: string, content: object): Promise<void> {
  const sha256 = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  await writeFile(path, JSON.stringify({ ...content, sha256 }));
}

const damages: readonly Damage[] = [
  {
    name: 'a row with another letter',
    damage: (folder, generation) => replaceIn(tableOf(folder, generation, 'commission_requests'), 'vera@', 'vara@'),
    message: /^generations\/\w+\/tables\/commission_requests\.copy has other bytes than were written$/,
  },
  {
    name: 'a table that was cut off',
    damage: (folder, generation) => truncate(tableOf(folder, generation, 'request_events'), 5),
    message: /request_events\.copy is 5 bytes long instead of \d+$/,
  },
  {
    name: 'a table that is missing',
    damage: (folder, generation) => rm(tableOf(folder, generation, 'operators')),
    message: /operators\.copy is missing$/,
  },
  {
    name: 'a table with one more row',
    damage: (folder, generation) => replaceIn(tableOf(folder, generation, 'commission_requests'), /$/, 'x\n'),
    message: /commission_requests\.copy is \d+ bytes long instead of \d+$/,
  },
  {
    name: 'a list of objects with another bit',
    damage: (folder, generation) => flipByte(join(folder.generation(generation), 'objects.tsv')),
    message: /objects\.tsv has other bytes than were written$/,
  },
  {
    name: 'a list of left-out objects with an entry',
    damage: (folder, generation) => writeFile(join(folder.generation(generation), 'left-out.tsv'), 'erased\tx\ty\n'),
    message: /left-out\.tsv is 11 bytes long instead of 0$/,
  },
  {
    name: 'a manifest with another number',
    damage: (folder, generation) => replaceIn(manifestOf(folder, generation), '"rows": 2', '"rows": 3'),
    message: /manifest\.json has been altered: its digest does not match$/,
  },
  {
    name: 'keys of channels with another letter',
    damage: (folder, generation) => replaceIn(join(folder.generation(generation), 'secrets.key'), 'k', 'K'),
    message: /secrets\.key has other bytes than were written$/,
  },
  {
    name: 'a manifest that names a file elsewhere',
    async damage(folder, generation) {
      const { sha256: _, ...content } = JSON.parse(await readFile(manifestOf(folder, generation), 'utf8'));
      await reseal(manifestOf(folder, generation), {
        ...content,
        objects: { ...content.objects, path: '../../../../etc/passwd' },
      });
    },
    message: /manifest\.json does not match the format: objects\.path$/,
  },
  {
    name: 'a manifest that was cut off',
    damage: (folder, generation) => truncate(manifestOf(folder, generation), 100),
    message: /manifest\.json is not JSON: it was cut off or altered$/,
  },
  {
    name: 'a manifest without its last byte',
    damage: async (folder, generation) => {
      const path = manifestOf(folder, generation);
      await truncate(path, (await readFile(path)).length - 1);
    },
    message: /manifest\.json has other bytes than were written: its content is whole, and a restore accepts it$/,
    isRestorable: true,
  },
  {
    name: 'a manifest with blanks behind it, and a table that was cut off',
    damage: async (folder, generation) => {
      await appendFile(manifestOf(folder, generation), '  \n');
      await truncate(tableOf(folder, generation, 'request_events'), 5);
    },
    message: /manifest\.json has other bytes than were written|request_events\.copy is 5 bytes long/,
    lines: 2,
  },
  {
    name: 'a manifest that is missing',
    damage: (folder, generation) => rm(manifestOf(folder, generation)),
    message: /manifest\.json is missing$/,
  },
  {
    name: 'a manifest of something else',
    damage: (folder, generation) => writeFile(manifestOf(folder, generation), '{"name":"a package"}'),
    message: /manifest\.json is not a manifest of a back-up$/,
  },
  {
    name: 'a manifest of a newer format',
    damage: (folder, generation) => replaceIn(manifestOf(folder, generation), '"version": 1', '"version": 2'),
    message: /manifest\.json has version 2 of the format, and this program knows up to 1: use a newer version of it$/,
  },
  {
    name: 'an object with another bit',
    damage: async (folder) => flipByte(await someObjectFile(folder)),
    message: /^objects\/\w\w\/\w{64} has other bytes than were written$/,
    isOfBytes: true,
  },
  {
    name: 'an object that was cut off',
    damage: async (folder) => truncate(await someObjectFile(folder), 2),
    message: /^objects\/\w\w\/\w{64} is 2 bytes long instead of 3/,
  },
  {
    name: 'an object that is missing',
    damage: async (folder) => rm(await someObjectFile(folder)),
    message: /^objects\/\w\w\/\w{64} is missing/,
  },
  {
    name: 'receipts of erasures without one',
    damage: (folder) => replaceIn(join(folder.path, 'erasures.jsonl'), /^.*\n/, ''),
    message: /erasures\.jsonl has been altered or cut off/,
  },
  {
    name: 'receipts of erasures that were cut off',
    damage: (folder) => truncate(join(folder.path, 'erasures.jsonl'), 40),
    message: /erasures\.jsonl has been altered or cut off/,
  },
  {
    name: 'receipts of erasures that are missing',
    damage: (folder) => rm(join(folder.path, 'erasures.jsonl')),
    message: /^erasures\.jsonl is missing/,
  },
  {
    name: 'a folder without its mark',
    damage: (folder) => rm(markOf(folder)),
    message: /backup\.json is missing: write the line \{"format":"commissions-backup"\} into it$/,
  },
  {
    name: 'a mark with another bit',
    damage: (folder) => flipByte(markOf(folder)),
    message:
      /backup\.json has other bytes than were written: write the line \{"format":"commissions-backup"\} into it$/,
  },
  {
    name: 'a mark that was cut off',
    damage: (folder) => truncate(markOf(folder), 3),
    message: /backup\.json is unfinished: write the line /,
  },
  {
    name: 'a mark with a blank behind it',
    damage: (folder) => appendFile(markOf(folder), ' '),
    message: /backup\.json has other bytes than were written: write the line /,
  },
  {
    name: 'a folder without its mark and without a finished generation',
    async damage(folder, generation) {
      await rm(markOf(folder));
      await rm(folder.generation(generation), { recursive: true });
    },
    message: /holds no back-ups: backup\.json is missing$/,
  },
  {
    name: 'a folder without a finished generation',
    damage: (folder, generation) => rm(folder.generation(generation), { recursive: true }),
    message: /holds no finished back-up$/,
  },
];

describe('a damaged back-up', () => {
  let source: BackupStage;
  let target: RestoreStage;
  let generation: string;

  beforeAll(async () => {
    [source, target] = await Promise.all([filesystemStore().then(openBackupStage), openBareRestoreStage()]);
    await source.submit('vera@example.org', 'abc', 'def');
    await source.submit('otto@example.org');
    const { id } = await source.submit('ida@example.org');
    await openErasure(source.stores.pool, source.stores).eraser.erase([id], { reason: 'request', actor: systemActor });
    ({ generation } = await source.backUp({ secrets: 'key of channels\n' }));
  });

  afterAll(() => Promise.all([source.close(), target.close()]));

  async function copied(): Promise<BackupFolder> {
    const folder = backupFolder(join(await mkdtemp(join(source.folder.path, '../copies-')), 'copy'));
    await cp(source.folder.path, folder.path, { recursive: true });
    return folder;
  }

  async function restoresElsewhere(folder: BackupFolder): Promise<void> {
    const other = await openRestoreStage();
    expect(await other.restore(folder)).toMatchObject({ requests: 2, objects: 2 });
    await other.close();
  }

  it.each(damages)(
    'is found, and refused, with the difference named: $name',
    async ({ damage, message, lines = 1, isOfBytes, isRestorable }) => {
      const folder = await copied();
      expect(await source.verify(folder)).toEqual([]);
      await damage(folder, generation);
      const found = await source.verify(folder).catch((error: Error) => [error.message]);
      expect(found).toEqual(Array.from({ length: lines }, () => expect.stringMatching(message)));
      if (isOfBytes) return;
      if (isRestorable) return restoresElsewhere(folder);
      await expect(target.restore(folder)).rejects.toThrow(message);
      const { rows } = await target.pool.query("select to_regclass('commission_requests') is null as is_untouched");
      expect(rows).toEqual([{ is_untouched: true }]);
    },
  );

  it.each([
    ['a later version', 9999, /^generations\/\S+ has tables of version 9999, .*: use the newer program$/],
    ['0.1.0', 33, /^generations\/\S+ is one of version 0\.1\.0 .*: restore it with 0\.1\.0$/],
  ])('is refused before anything is written when it is one of %s', async (_, schemaVersion, message) => {
    const folder = await copied();
    const path = manifestOf(folder, generation);
    const { sha256: __, ...content } = JSON.parse(await readFile(path, 'utf8'));
    await reseal(path, { ...content, schemaVersion });
    expect((await source.verify(folder))[0]).toMatch(message);
    await expect(target.restore(folder)).rejects.toThrow(message);
    expect((await target.pool.query("select to_regclass('commission_requests') as found")).rows).toEqual([
      { found: null },
    ]);
  });

  it('is refused by the bucket with an object of other bytes, and restored when that is corrected', async () => {
    const other = await openRestoreStage();
    const folder = await copied();
    const path = await someObjectFile(folder);
    await flipByte(path);
    await expect(other.restore(folder)).rejects.toThrow(
      `objects/${basename(dirname(path))}/${basename(path)} has other bytes than were written: ` +
        'commissions backup verify lists all damaged objects; if the service still runs, remove them and back up again; ' +
        'if it does not, --leave-out-damaged restores the rest',
    );
    expect((await other.pool.query('select from commission_requests')).rowCount).toBe(0);
    await flipByte(path);
    expect(await other.restore(folder)).toMatchObject({ requests: 2, objects: 2 });
    await other.close();
  });

  it.each([
    ['other bytes', flipByte, /has other bytes than were written$/],
    ['fewer bytes', (path: string) => truncate(path, 2), /is 2 bytes long instead of 3$/],
    ['no file', (path: string) => rm(path), /is missing$/],
  ])(
    'restores the rest on request with an object of %s, and names what it leaves out',
    async (_, damage, difference) => {
      const other = await openRestoreStage();
      const folder = await copied();
      const path = await someObjectFile(folder);
      await damage(path);
      const { requests, objects, damaged } = await other.restore(folder, { whenDamaged: 'leave out' });
      expect({ requests, objects }).toEqual({ requests: 2, objects: 1 });
      const { rows } = await other.pool.query<{ file_key: string; request_id: string; sha256: string }>(
        'select file_key, request_id, sha256 from commission_request_files order by sha256',
      );
      expect(rows.map(({ sha256 }) => sha256)).toEqual([basename(path), expect.any(String)]);
      expect(damaged).toEqual([
        { difference: expect.stringMatching(difference), key: rows[0]?.file_key, requestId: rows[0]?.request_id },
      ]);
      const keys = [];
      for await (const { key } of other.opened.objects.list({ signal: AbortSignal.timeout(5000) })) keys.push(key);
      expect(keys).toEqual([rows[1]?.file_key]);
      await other.close();
    },
  );

  it('is found with an object that the disk cannot read, and its other objects are restored', async () => {
    const folder = await copied();
    const unreadable = basename(await someObjectFile(folder));
    const backup = createFolderTarget(folder);
    async function* fail() {
      yield Buffer.from('a');
      throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    }
    const open = (sha256: string) => (sha256 === unreadable ? fail() : backup.objects.open(sha256));
    const faulty = { ...backup, objects: { ...backup.objects, open } };
    const difference = `objects/${unreadable.slice(0, 2)}/${unreadable} cannot be read: EIO`;
    expect(await source.verify(faulty)).toEqual([difference]);
    const other = await openRestoreStage();
    await expect(other.restore(faulty)).rejects.toThrow(difference);
    const restored = await other.restore(faulty, { whenDamaged: 'leave out' });
    expect(restored).toMatchObject({ requests: 2, objects: 1, damaged: [{ difference }] });
    await other.close();
  });

  it('is refused even so with a damaged table', async () => {
    const folder = await copied();
    await truncate(tableOf(folder, generation, 'request_events'), 5);
    await expect(target.restore(folder, { whenDamaged: 'leave out' })).rejects.toThrow(
      'request_events.copy is 5 bytes',
    );
  });

  it.each([
    ['missing', (path: string) => rm(path)],
    ['other', flipByte],
  ])('fails the next back-up where its mark is not whole, and nothing changes: %s', async (_, damage) => {
    const path = markOf(source.folder);
    await damage(path);
    await expect(source.backUp()).rejects.toThrow(
      /^\S+ holds back-ups, but backup\.json (is missing|has other bytes than were written): write the line /,
    );
    await writeFile(path, '{"format":"commissions-backup"}\n');
    expect(await source.verify()).toEqual([]);
  });

  it('is whole again after the next back-up with an object of other bytes, once the file is removed', async () => {
    const path = await someObjectFile(source.folder);
    await flipByte(path);
    expect(await source.verify()).toHaveLength(1);
    await rm(path);
    expect(await source.backUp({ secrets: 'key of channels\n' })).toMatchObject({ copied: 1 });
    expect(await source.verify()).toEqual([]);
  });
});
