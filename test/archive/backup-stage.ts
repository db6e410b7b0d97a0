import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { migrate } from '../../src/intake/records/migrate.ts';
import { readMigrations, versionRange } from '../../src/intake/records/migrations.ts';
import { createSchema } from '../../src/intake/records/schema.ts';
import type { Submission } from '../../src/intake/submission/submission.ts';
import {
  type BackupOptions,
  type BackupParts,
  type BackupResult,
  createBackup,
} from '../../src/keeping/backup/create-backup.ts';
import { type BackupFolder, backupFolder } from '../../src/keeping/backup/format/backup-folder.ts';
import {
  type RestoreOptions,
  type RestoreParts,
  type RestoreResult,
  restoreBackup,
} from '../../src/keeping/backup/restore-backup.ts';
import type { BackupTarget } from '../../src/keeping/backup/targets/backup-target.ts';
import { createFolderTarget } from '../../src/keeping/backup/targets/folder-target.ts';
import { verifyBackup } from '../../src/keeping/backup/verify-backup.ts';
import { filesystemStore, type OpenedStore, openStores, signal, type TestStores } from '../reconcile/stores.ts';
import { createTestDatabase, createTestDatabaseWithTables, type TestDatabase } from '../support/embedded-database.ts';
import { migrationsDirectory } from '../support/open-records.ts';
import { submissionOf } from '../support/submission.ts';

/** A service with requests, and a folder for its backups. */
export interface BackupStage {
  readonly stores: TestStores;
  readonly folder: BackupFolder;
  readonly target: BackupTarget;
  submit(email: string, ...files: string[]): Promise<Submission>;
  backUp(changed?: Partial<BackupOptions & BackupParts>, to?: BackupTarget): Promise<BackupResult>;
  /** Reads the whole folder. Resolves with every difference found. */
  verify(from?: BackupFolder | BackupTarget): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openBackupStage(
  opened: OpenedStore,
  openTarget: (folder: BackupFolder) => BackupTarget = createFolderTarget,
): Promise<BackupStage> {
  const stores = await openStores(opened);
  const directory = await mkdtemp(join(tmpdir(), 'backup-'));
  const folder = backupFolder(join(directory, 'backups'));
  const target = openTarget(folder);
  return {
    stores,
    folder,
    target,
    async submit(customerEmail, ...files) {
      const submission = submissionOf(files, { customerEmail, message: 'one\ttwo\nthree \\N' });
      const claim = await stores.records.claim(submission);
      for (const { key, attachment } of submission.files) await stores.objects.put(key, attachment, { signal });
      if (files.length > 0) await stores.records.complete(claim, submission);
      return submission;
    },
    backUp(changed = {}, to = target) {
      const parts = {
        pool: stores.pool,
        objects: stores.objects,
        files: stores.files,
        bucket: '/bucket/of/the/source',
        program: '0.0.0',
        secrets: null,
        ...changed,
      };
      return createBackup(parts, to, { keep: 7, signal, onProgress: () => {}, ...changed });
    },
    async verify(from = target) {
      const found: string[] = [];
      const schemaVersions = versionRange(await readMigrations(migrationsDirectory));
      for await (const difference of verifyBackup(targetOf(from), { schemaVersions, signal, onProgress: () => {} }))
        found.push(difference);
      return found;
    },
    async close() {
      await target.close();
      await stores.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** An empty service to restore into. */
export interface RestoreStage {
  readonly pool: Pool;
  readonly opened: OpenedStore;
  restore(from: BackupFolder | BackupTarget, changed?: Partial<RestoreOptions & RestoreParts>): Promise<RestoreResult>;
  close(): Promise<void>;
}

/** The tables are those of this program, as after a first start. */
export async function openRestoreStage(openStore: () => Promise<OpenedStore> = filesystemStore): Promise<RestoreStage> {
  return restoreInto(await createTestDatabaseWithTables(), await openStore(), migrationsDirectory);
}

/**
 * Has no tables yet.
 * @param directory The migrations of the program that restores.
 */
export async function openBareRestoreStage(
  openStore: () => Promise<OpenedStore> = filesystemStore,
  directory = migrationsDirectory,
): Promise<RestoreStage> {
  return restoreInto(await createTestDatabase(), await openStore(), directory);
}

function restoreInto(database: TestDatabase, opened: OpenedStore, directory: string): RestoreStage {
  const pool = new Pool({ connectionString: database.url, max: 4 });
  return {
    pool,
    opened,
    async restore(from, changed = {}) {
      const parts = {
        pool,
        objects: changed.objects ?? opened.objects,
        receipts: changed.receipts ?? [opened.receipts],
        openBackedUp: changed.openBackedUp ?? null,
        schemaVersions: versionRange(await readMigrations(directory)),
        importSecrets: changed.importSecrets ?? (async () => true),
        migrate: (version?: number) =>
          version === undefined ? createSchema({ pool, directory }).ready() : migrate(pool, directory, version),
      };
      return restoreBackup(parts, targetOf(from), {
        generation: null,
        whenDamaged: 'reject',
        signal,
        onProgress: () => {},
        ...changed,
      });
    },
    async close() {
      await opened.close();
      await pool.end();
      await database.drop();
    },
  };
}

function targetOf(from: BackupFolder | BackupTarget): BackupTarget {
  return 'objects' in from ? from : createFolderTarget(from);
}

/** Resolves with every row of every table that a backup contains, in a fixed order. */
export async function rowsOf(
  pool: Pool,
  tables: readonly string[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const entries = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${table} t order by 1`);
      return [table, rows.map(({ row }) => row)] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/** Resolves with every object: its bytes and its header fields. */
export async function objectsOf({
  objects,
  headersOf,
}: Pick<OpenedStore, 'objects' | 'headersOf'>): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for await (const { key } of objects.list({ signal })) {
    const object = await objects.get(key, { signal });
    if (object === null) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of object.content as AsyncIterable<Buffer>) chunks.push(chunk);
    const { contentType, contentDisposition } = await headersOf(key);
    found[key] = `${contentType} ${contentDisposition} ${Buffer.concat(chunks).toString()}`;
  }
  return found;
}
