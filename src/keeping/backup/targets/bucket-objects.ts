import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { BucketFiles, FileContent } from '../../../platform/objects/bucket-files.ts';
import { objectPath } from '../format/backup-folder.ts';
import { withRetries } from '../format/failures.ts';
import type { BackupObjects } from './backup-target.ts';

export function createBucketObjects(files: BucketFiles, signal: AbortSignal): BackupObjects {
  return {
    size: (sha256) => withRetries(() => files.size(objectPath(sha256), { signal }), signal),
    async sizes(shard) {
      const sizes = new Map<string, number>();
      const begin = `objects/${shard}/`;
      for await (const [path, size] of files.list(begin, { signal })) sizes.set(path.slice(begin.length), size);
      return sizes;
    },
    async *open(sha256) {
      const content = await withRetries(() => files.get(objectPath(sha256), { signal }), signal);
      if (content === null) throw new Error(`${objectPath(sha256)} is missing`);
      yield* content as AsyncIterable<Buffer>;
    },
    async take(path, sha256, size) {
      await files.put(objectPath(sha256), { size, sha256, open: () => createReadStream(path) }, { signal });
      await rm(path, { force: true });
    },
    remove: (sha256) => files.delete(objectPath(sha256), { signal }),
  };
}

/** The file must not change while the content is in use. */
export async function contentOf(path: string): Promise<FileContent> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const { size } = await stat(path);
  return { size, sha256: hash.digest('hex'), open: () => createReadStream(path) };
}
