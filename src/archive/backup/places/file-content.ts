import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FileContent } from '../../../objects/bucket-files.ts';

/** The file must not change while the content is in use. */
export async function contentOf(path: string): Promise<FileContent> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const { size } = await stat(path);
  return { size, sha256: hash.digest('hex'), open: () => createReadStream(path) };
}
