import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { startEmbeddedDatabase } from '../../src/platform/database/embedded.ts';
import { filePart, payloadPart, type RawPart } from './form.ts';

/**
 * The data of the first release, written by its own program. The program was killed between the last object and its
 * file records.
 */
const folder = join(import.meta.dirname, '../fixtures/first-release');

export interface FirstReleaseForm {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly files: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
  readonly key: string | null;
}

export interface FirstReleaseRequest extends FirstReleaseForm {
  readonly response: { readonly id: string; readonly createdAt: string };
}

export interface FirstReleaseData {
  readonly requests: readonly FirstReleaseRequest[];
  /** The submission that was in progress when the program was killed. */
  readonly unfinished: FirstReleaseForm & { readonly key: string };
}

export interface OldStatements {
  readonly texts: Readonly<Record<string, string>>;
  /** The statements of two runs of the program, in the order in which they were sent. */
  readonly calls: readonly { readonly statement: string; readonly values: readonly unknown[] }[];
}

export async function readFirstRelease(): Promise<FirstReleaseData> {
  return JSON.parse(await readFile(join(folder, 'requests.json'), 'utf8'));
}

export async function readOldStatements(): Promise<OldStatements> {
  return JSON.parse(await readFile(join(folder, 'statements.json'), 'utf8'));
}

/**
 * Loads the dump into an empty database. Its idempotency keys expire in one day, as if the program had stopped just
 * now.
 */
export async function loadFirstReleaseDatabase(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(await readFile(join(folder, 'database.sql'), 'utf8'));
  await pool.query("update idempotency_keys set expires_at = now() + interval '24 hours'");
}

/** Writes the objects of the bucket `attachments`. */
export async function putFirstReleaseObjects(dataDirectory: string): Promise<void> {
  await mkdir(dataDirectory, { recursive: true });
  await cp(join(folder, 'objects'), join(dataDirectory, 'objects'), { recursive: true });
}

/** Creates the data directory of the first release, with an embedded PostgreSQL of the same major version. */
export async function makeFirstReleaseDirectory(dataDirectory: string): Promise<void> {
  await putFirstReleaseObjects(dataDirectory);
  const database = await startEmbeddedDatabase({ dataDirectory, onIdleError: () => {}, onEvent: () => {} });
  try {
    await loadFirstReleaseDatabase(database.pool);
  } finally {
    await database.close();
  }
}

export function partsOf({ payload, files }: FirstReleaseForm): readonly RawPart[] {
  return [
    payloadPart(payload),
    ...files.map(({ name, type, base64 }) => filePart(name, Buffer.from(base64, 'base64'), type)),
  ];
}
