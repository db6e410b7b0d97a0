import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Submission } from '../../src/intake/submission/submission.ts';
import { receiptFolder } from '../../src/keeping/erasure/receipts.ts';
import { createFileInventory } from '../../src/keeping/files/create-file-inventory.ts';
import type { FileInventory } from '../../src/keeping/files/file-inventory.ts';
import type { DocumentStore } from '../../src/platform/objects/document-store.ts';
import { createFilesystemDocuments } from '../../src/platform/objects/filesystem/documents.ts';
import { createFilesystemObjectStore } from '../../src/platform/objects/filesystem/object-store.ts';
import type { ObjectKey } from '../../src/platform/objects/object-key.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createS3Documents } from '../../src/platform/objects/s3/documents.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { headersInFolder, headersInS3, type StoredHeaders } from '../support/object-headers.ts';
import { openRecords, type TestRecords } from '../support/open-records.ts';
import { startS3Server } from '../support/s3-server.ts';
import { submissionOf } from '../support/submission.ts';

/** The object store and the records of a service, for comparison. */
export interface TestStores {
  readonly objects: ObjectStore;
  headersOf(key: ObjectKey): Promise<StoredHeaders>;
  readonly files: FileInventory;
  readonly receipts: DocumentStore;
  readonly records: TestRecords;
  readonly pool: Pool;
  /** Stores a complete submission. */
  stored(...files: string[]): Promise<Submission>;
  /** Stores only the objects of a submission. */
  uploaded(...files: string[]): Promise<Submission>;
  close(): Promise<void>;
}

export interface OpenedStore {
  readonly objects: ObjectStore;
  headersOf(key: ObjectKey): Promise<StoredHeaders>;
  readonly receipts: DocumentStore;
  close(): Promise<void>;
}

export const { signal } = new AbortController();

export async function filesystemStore(): Promise<OpenedStore> {
  const directory = await mkdtemp(join(tmpdir(), 'reconcile-'));
  const objects = createFilesystemObjectStore({ directory, bucket: 'attachments' });
  const receipts = createFilesystemDocuments({ directory, bucket: 'attachments', folder: receiptFolder });
  return {
    objects,
    headersOf: (key) => headersInFolder(directory, 'attachments', key),
    receipts,
    async close() {
      await objects.close();
      await receipts.close();
      await rm(directory, { recursive: true });
    },
  };
}

export async function s3Store(): Promise<OpenedStore> {
  const server = await startS3Server({ pageSize: 3 });
  const options = { ...server, forcePathStyle: true };
  const objects = createS3ObjectStore(options);
  const receipts = createS3Documents({ ...options, folder: receiptFolder });
  return {
    objects,
    headersOf: (key) => headersInS3(options, key),
    receipts,
    async close() {
      await objects.close();
      await receipts.close();
      await server.close();
    },
  };
}

/** @param database Stays open. Without it the stores have one of their own. */
export async function openStores(
  { close: closeStore, ...opened }: OpenedStore,
  database?: MigratedDatabase,
): Promise<TestStores> {
  const { objects } = opened;
  const used = database ?? (await openMigratedDatabase());
  const { pool } = used;
  const records = openRecords(pool);
  await records.ready();

  async function upload(files: readonly string[]) {
    const submission = submissionOf(files);
    const claim = await records.claim(submission);
    for (const { key, attachment } of submission.files) await objects.put(key, attachment, { signal });
    return { submission, claim };
  }

  return {
    ...opened,
    files: createFileInventory(pool),
    records,
    pool,
    async stored(...files) {
      const { submission, claim } = await upload(files);
      await records.complete(claim, submission);
      return submission;
    },
    uploaded: async (...files) => (await upload(files)).submission,
    async close() {
      await closeStore();
      if (!database) await used.close();
    },
  };
}

export function keysOf({ files }: Submission): ObjectKey[] {
  return files.map(({ key }) => key);
}
