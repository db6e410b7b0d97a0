import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { createFilesystemObjectStore } from '../../src/objects/filesystem.ts';
import type { ObjectStore } from '../../src/objects/object-store.ts';
import { createS3ObjectStore } from '../../src/objects/s3.ts';
import { createFileInventory } from '../../src/records/create-file-inventory.ts';
import { createSubmissionRecords } from '../../src/records/create-submission-records.ts';
import type { FileInventory } from '../../src/records/file-inventory.ts';
import type { SubmissionRecords } from '../../src/records/submission-records.ts';
import type { ObjectKey } from '../../src/submission/object-key.ts';
import type { Submission } from '../../src/submission/submission.ts';
import { createTestDatabase } from '../support/embedded-database.ts';
import { startS3Server } from '../support/s3-server.ts';
import { submissionOf } from '../support/submission.ts';

/** Both halves of a service, to be compared. */
export interface TestStores {
  readonly objects: ObjectStore;
  readonly files: FileInventory;
  readonly records: SubmissionRecords;
  readonly pool: Pool;
  /** A submission that was stored whole. */
  stored(...files: string[]): Promise<Submission>;
  /** A submission whose objects are stored, and nothing after that. */
  uploaded(...files: string[]): Promise<Submission>;
  close(): Promise<void>;
}

export interface OpenedStore {
  readonly objects: ObjectStore;
  close(): Promise<void>;
}

export const { signal } = new AbortController();

export async function filesystemStore(): Promise<OpenedStore> {
  const directory = await mkdtemp(join(tmpdir(), 'reconcile-'));
  const objects = createFilesystemObjectStore({ directory, bucket: 'attachments' });
  return {
    objects,
    async close() {
      await objects.close();
      await rm(directory, { recursive: true });
    },
  };
}

export async function s3Store(): Promise<OpenedStore> {
  const server = await startS3Server({ pageSize: 3 });
  const objects = createS3ObjectStore({ ...server, forcePathStyle: true });
  return {
    objects,
    async close() {
      await objects.close();
      await server.close();
    },
  };
}

export async function openStores({ objects, close: closeStore }: OpenedStore): Promise<TestStores> {
  const database = await createTestDatabase();
  const pool = new Pool({ connectionString: database.url, max: 4 });
  const records = createSubmissionRecords(pool, { leaseMs: 60_000, graceMs: 60_000 });
  await records.ready();

  async function upload(files: readonly string[]) {
    const submission = submissionOf(files);
    const claim = await records.begin(submission);
    for (const { key, attachment } of submission.files) await objects.put(key, attachment, { signal });
    return { submission, claim };
  }

  return {
    objects,
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
      await pool.end();
      await database.drop();
    },
  };
}

export function keysOf({ files }: Submission): ObjectKey[] {
  return files.map(({ key }) => key);
}
