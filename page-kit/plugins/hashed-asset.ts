import { createHash } from 'node:crypto';
import { parse } from 'node:path';

/** Returns a path in the folder of assets with a hash of the content, so that browsers may keep the file for ever. */
export function hashedAsset(folder: string, file: string, content: string | Uint8Array): string {
  const { name, ext } = parse(file);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  return `${folder}/${name}-${hash}${ext}`;
}
