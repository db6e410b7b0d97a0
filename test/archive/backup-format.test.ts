import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openChannel } from '../../src/deliveries/kind/opened-channel.ts';
import { webhookSecrets } from '../../src/deliveries/kinds/webhook/webhook-settings.ts';
import { type BackupFolder, backupFolder } from '../../src/keeping/backup/format/backup-folder.ts';
import { createFolderPlace } from '../../src/keeping/backup/targets/folder-place.ts';
import { verifyBackup } from '../../src/keeping/backup/verify-backup.ts';
import { keysOf } from '../../src/platform/secrets/key-file.ts';
import { createKeyRing } from '../../src/platform/secrets/key-ring.ts';
import { signal } from '../reconcile/stores.ts';
import { openErasure } from '../support/erasure.ts';
import { makeLaterMigrations } from '../support/later-version.ts';
import { objectsOf, openBareRestoreStage, type RestoreStage } from './backup-stage.ts';

/** Made with `--with-secrets`. It contains three requests. One of them was erased between the two generations. */
const fixture = resolve(import.meta.dirname, '../fixtures/backup-format-1');
const [first, second] = ['20261122T151909490Z', '20261122T151920663Z'];
const vera = '01a203d6-a257-768b-ab3c-91f77b3e69d2';
const erased = '01a203d6-a698-73ff-b1e9-087a8ca5cfcc';

describe('a back-up of format 1', () => {
  let scratch: string;
  let folder: BackupFolder;
  let target: RestoreStage;

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'format-'));
    folder = backupFolder(join(scratch, 'backups'));
    await cp(fixture, folder.path, { recursive: true });
    target = await openBareRestoreStage();
  });

  afterEach(async () => {
    await target.close();
    await rm(scratch, { recursive: true });
  });

  it('is whole', async () => {
    const found: string[] = [];
    for await (const one of verifyBackup(createFolderPlace(folder), { signal, onProgress: () => {} })) found.push(one);
    expect(found).toEqual([]);
  });

  it.each([
    { generation: first, erased: 1 },
    { generation: second, erased: 0 },
  ])('restores into the tables of this program: $generation', async ({ generation, erased: count }) => {
    let secrets = '';
    const importSecrets = async (text: string) => {
      secrets = text;
      return true;
    };
    const restored = await target.restore(folder, { generation, importSecrets });
    expect(restored).toMatchObject({ generation, requests: 2, objects: 2, erased: count, secrets: 'taken' });
    expect(secrets).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
    const rows = async (text: string) => (await target.pool.query(text)).rows;
    expect(
      await rows('select customer_name, customer_email, message, status from commission_requests order by id'),
    ).toEqual([
      {
        customer_name: 'Vera Example',
        customer_email: 'vera@example.org',
        message: 'one\ttwo\nthree \\N ä 日本',
        status: 'ACCEPTED',
      },
      { customer_name: 'Otto Example', customer_email: 'otto@example.org', message: 'no files', status: 'NEW' },
    ]);
    expect(
      await rows('select request_id, original_file, file_size::int from commission_request_files order by position'),
    ).toEqual([
      { request_id: vera, original_file: 'a "ä".png', file_size: 18 },
      { request_id: vera, original_file: 'empty.txt', file_size: 0 },
    ]);
    expect(Object.values(await objectsOf(target.opened)).sort()).toEqual([
      expect.stringMatching(/^image\/png .* bytes of a picture$/),
      expect.stringMatching(/^text\/plain .* $/),
    ]);
    expect(await openErasure(target.pool, target.opened).erasures.find(erased)).toMatchObject({ reason: 'request' });
    const [channel] = await rows('select id, name, state, settings, sealed from delivery_channels');
    expect(channel).toMatchObject({ name: 'A bot', state: 'held' });
    const keyRing = createKeyRing(async () => keysOf([secrets.trim()]));
    const { secrets: opened } = await openChannel(keyRing, channel);
    expect(webhookSecrets.parse(opened)).toMatchObject({ secret: expect.any(String), previous: [] });
  });

  it('restores into the tables of a later version', async () => {
    const later = await makeLaterMigrations();
    const stage = await openBareRestoreStage(undefined, later.directory);
    try {
      await stage.restore(folder);
      const { rows } = await stage.pool.query('select customer_name, nickname from commission_requests order by id');
      expect(rows).toEqual([
        { customer_name: 'Vera Example', nickname: 'nobody' },
        { customer_name: 'Otto Example', nickname: 'nobody' },
      ]);
    } finally {
      await stage.close();
      await later.remove();
    }
  });
});
