import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../src/configuration/read-config.ts';
import { systemActor } from '../../src/events/events.ts';
import { backupFolder } from '../../src/keeping/backup/format/backup-folder.ts';
import { restoreBackup } from '../../src/keeping/backup/restore-backup.ts';
import { createFolderTarget } from '../../src/keeping/backup/targets/folder-target.ts';
import { parseObjectKey } from '../../src/platform/objects/object-key.ts';
import { openInbox } from '../../src/process/parts/request-parts.ts';
import { withReleases } from '../../src/process/program/releases.ts';
import { openRestoreTarget } from '../../src/process/stores/backed-up-service.ts';
import { openNamedBucket } from '../../src/process/stores/stores.ts';
import type { ExportedRequest } from '../../src/requests/facets/exported-json.ts';
import { createTestDatabase } from '../../test/support/embedded-database.ts';
import { s3Environment } from '../../test/support/s3-environment.ts';
import { startS3Server } from '../../test/support/s3-server.ts';

const kinds = [
  { database: 'embedded', store: 'files' },
  { database: 'embedded', store: 'S3' },
  { database: 'server', store: 'files' },
  { database: 'server', store: 'S3' },
] as const;

/** The contents of a restored service: the digests of each request's objects, in the order of the form. */
export interface Restored {
  readonly name: string;
  /** The bytes of the restored attachments. */
  readonly bytes: number;
  /** The duration of the restore. */
  readonly seconds: number;
  readonly digests: ReadonlyMap<string, readonly string[]>;
}

const log = pino({ level: 'silent' });
const { signal } = new AbortController();

/** Restores a generation into a service of each kind in turn, and reads everything back. */
export async function* restoreIntoAll(backups: string, generation: string, scratch: string): AsyncGenerator<Restored> {
  for (const { database, store } of kinds) {
    const server = database === 'server' ? await createTestDatabase() : null;
    const s3 = store === 'S3' ? await startS3Server() : null;
    const env = {
      BUCKET_NAME: 'trial',
      DATA_DIR: join(scratch, `${database}-${store}`),
      ...(server && { DATABASE_URL: server.url }),
      ...(s3 && s3Environment(s3)),
    };
    try {
      const startedAt = performance.now();
      const { bytes } = await withReleases(log, async (releases) => {
        const target = await openRestoreTarget({ config: readConfig(env), log, releases }, null);
        const backup = createFolderTarget(backupFolder(backups));
        return restoreBackup(target, backup, { generation, whenDamaged: 'reject', signal, onProgress: () => {} });
      });
      const seconds = (performance.now() - startedAt) / 1000;
      yield { name: `${database}, ${store}`, bytes, seconds, digests: await readAll(env) };
    } finally {
      await server?.drop();
      await s3?.close();
    }
  }
}

async function readAll(env: Record<string, string>): Promise<ReadonlyMap<string, readonly string[]>> {
  const config = readConfig(env);
  const objects = await openNamedBucket(config);
  const digests = new Map<string, string[]>();
  try {
    await withReleases(log, async (releases) => {
      const { pool, exporter } = await openInbox({ config, log, releases });
      for await (const requests of exporter.export({}, 'jsonl', systemActor, signal)) {
        for (const json of requests) digests.set((JSON.parse(json) as ExportedRequest).id, []);
      }
      const { rows } = await pool.query<{ request_id: string; file_key: string }>(
        'select request_id, file_key from commission_request_files order by request_id, position',
      );
      for (const { request_id, file_key } of rows) {
        const key = parseObjectKey(file_key);
        const object = key && (await objects.get(key, { signal }));
        const hash = createHash('sha256');
        if (object) for await (const chunk of object.content as AsyncIterable<Buffer>) hash.update(chunk);
        digests.get(request_id)?.push(object ? hash.digest('hex') : 'missing');
      }
    });
  } finally {
    await objects.close();
  }
  return digests;
}
