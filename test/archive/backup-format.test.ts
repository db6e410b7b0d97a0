import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesystemStore } from '../reconcile/stores.ts';
import { openErasure } from '../support/erasure.ts';
import { makeLaterMigrations } from '../support/later-version.ts';
import { type BackupStage, openBackupStage, openBareRestoreStage } from './backup-stage.ts';

let source: BackupStage;

beforeEach(async () => {
  source = await openBackupStage(await filesystemStore());
});

afterEach(() => source.close());

const digestOf = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const linesOf = (content: Buffer | string) => content.toString().split('\n').slice(0, -1);

describe('the files of a back-up', () => {
  it('are written as docs/backup-format.md says', async () => {
    const erased = await source.submit('otto@example.org');
    const { id, files } = await source.submit('vera@example.org', 'a picture');
    await openErasure(source.stores.pool, source.stores).eraser.erase([erased.id], {
      reason: 'request',
      actor: { kind: 'system', id: null },
    });
    const { generation } = await source.backUp({ secrets: 'a key\n' });
    const { path } = source.folder;
    const read = (name: string) => readFile(join(path, 'generations', generation, name));

    expect(await readFile(join(path, 'backup.json'), 'utf8')).toBe('{"format":"commissions-backup"}\n');
    const { sha256, ...manifest } = JSON.parse((await read('manifest.json')).toString());
    expect(sha256).toBe(digestOf(JSON.stringify(manifest)));
    expect(manifest).toMatchObject({
      format: 'commissions-backup',
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      program: '0.0.0',
      bucket: '/bucket/of/the/source',
    });
    for (const part of [...manifest.tables, manifest.objects, manifest.leftOut, manifest.secrets]) {
      const content = await read(part.path);
      const found = { rows: linesOf(content).length, bytes: content.length, sha256: digestOf(content) };
      expect(part).toMatchObject(found);
    }

    const table = manifest.tables.find(({ name }: { name: string }) => name === 'commission_requests');
    const [row = ''] = linesOf(await read('tables/commission_requests.copy'));
    const values = Object.fromEntries(row.split('\t').map((value, at) => [table.columns[at], value]));
    expect(values).toMatchObject({ id, message: 'one\\ttwo\\nthree \\\\N', type_id: '\\N', unread: 't' });

    const bytes = 'a picture';
    const [file] = files;
    const object = [digestOf(bytes), bytes.length, file?.key, id, 'image/png', 'a picture.png'];
    expect((await read('objects.tsv')).toString()).toBe(`${object.join('\t')}\n`);
    expect(await readFile(join(path, 'objects', digestOf(bytes).slice(0, 2), digestOf(bytes)), 'utf8')).toBe(bytes);
    expect((await read('secrets.key')).toString()).toBe('a key\n');

    const receipts = await readFile(join(path, 'erasures.jsonl'), 'utf8');
    const [receipt = '', last = ''] = linesOf(receipts);
    expect(JSON.parse(receipt)).toEqual({
      requestId: erased.id,
      erasedAt: expect.stringMatching(/Z$/),
      reason: 'request',
      objectKeys: [],
    });
    expect(JSON.parse(last)).toEqual({ sha256: digestOf(`${receipt}\n`) });
  });
});

describe('a back-up', () => {
  it('restores into the tables of a later version', async () => {
    await source.submit('vera@example.org', 'a picture');
    await source.backUp();
    const later = await makeLaterMigrations();
    const target = await openBareRestoreStage(undefined, later.directory);
    try {
      await target.restore(source.folder);
      const { rows } = await target.pool.query('select customer_email, nickname from commission_requests');
      expect(rows).toEqual([{ customer_email: 'vera@example.org', nickname: 'nobody' }]);
    } finally {
      await target.close();
      await later.remove();
    }
  });
});
