import { createHash } from 'node:crypto';
import { createObjectKey, type ObjectKey } from '../../src/platform/objects/object-key.ts';
import type { StoredRequest } from '../requests/stage.ts';
import { attachmentOf } from '../support/attachments.ts';
import type { OperatorStage } from './stage.ts';

export interface SentFile {
  readonly name: string;
  readonly type?: string;
  readonly bytes: Buffer | string;
}

/** Stores a request with these files in both stores, as a submission does. */
export async function storeFiles(
  { database, inbox, objects }: Pick<OperatorStage, 'database' | 'inbox' | 'objects'>,
  files: readonly SentFile[],
  request: StoredRequest = {},
): Promise<{ readonly id: string; readonly keys: readonly ObjectKey[] }> {
  const id = await inbox.store({ ...request, files: files.map(({ name }) => name) });
  const keys: ObjectKey[] = [];
  for (const [position, { name, type = 'image/png', bytes }] of files.entries()) {
    const key = createObjectKey(type);
    keys.push(key);
    const signal = AbortSignal.timeout(30_000);
    await objects.put(key, attachmentOf(bytes, { fileName: name, mediaType: type }), { signal });
    await database.pool.query(
      `update commission_request_files set file_key = $3, file_type = $4, file_size = $5, sha256 = $6
       where request_id = $1 and position = $2`,
      [id, position, key, type, Buffer.byteLength(bytes), sha256Of(bytes)],
    );
  }
  return { id, keys };
}

export function sha256Of(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
