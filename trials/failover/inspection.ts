import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connectToServer } from '../../src/platform/database/pool.ts';
import { createFilesystemObjectStore } from '../../src/platform/objects/filesystem/object-store.ts';
import { parseObjectKey } from '../../src/platform/objects/object-key.ts';
import type { Created } from './customers.ts';

const findText = `
  select message, (select coalesce(json_agg(json_build_array(file_key, sha256) order by position), '[]')
    from commission_request_files where request_id = request.id) as files
  from submitted_commission_requests request where id = $1`;

/** Resolves with the submissions that are not completely stored, each with its defect. */
export async function findLosses(
  created: readonly Created[],
  { databaseUrl, dataDirectory, bucket }: { databaseUrl: string; dataDirectory: string; bucket: string },
): Promise<string[]> {
  const database = connectToServer({ url: databaseUrl, onIdleError: () => {} });
  const objects = createFilesystemObjectStore({ directory: join(dataDirectory, 'objects'), bucket });
  const losses: string[] = [];
  try {
    for (const { id, message, digests } of created) {
      const { rows } = await database.pool.query<{ message: string; files: [string, string][] }>(findText, [id]);
      const [row] = rows;
      if (row?.message !== message) losses.push(`${id} is not shown`);
      else if (row.files.map(([, digest]) => digest).join() !== digests.join()) losses.push(`${id} lacks file records`);
      else
        for (const [key, digest] of row.files) if ((await digestAt(key)) !== digest) losses.push(`${id} lacks ${key}`);
    }
  } finally {
    await objects.close();
    await database.close();
  }
  return losses;

  async function digestAt(text: string): Promise<string | null> {
    const key = parseObjectKey(text);
    const object = key && (await objects.get(key, { signal: new AbortController().signal }));
    return object
      ? createHash('sha256')
          .update(await buffer(object.content))
          .digest('hex')
      : null;
  }
}
