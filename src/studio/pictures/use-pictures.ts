import type { ClientBase } from 'pg';
import type { Fault } from '../document/faults.ts';
import { namedPictures } from '../document/named-pictures.ts';
import type { Studio } from '../document/studio.ts';

const useText = 'update studio_pictures set used_at = now() where sha256 = any($1) returning sha256';

/**
 * Notes that the pictures of both documents are in use until now. Call it in the transaction that replaces one document by
 * the other, under the lock of the draft. Resolves with the references to missing pictures.
 */
export async function usePictures(
  client: Pick<ClientBase, 'query'>,
  before: Studio,
  after: Studio,
): Promise<readonly Fault[]> {
  const named = namedPictures(after);
  const names = new Set([...namedPictures(before), ...named].map(({ sha256 }) => sha256));
  if (names.size === 0) return [];
  const { rows } = await client.query<{ sha256: string }>(useText, [[...names]]);
  const known = new Set(rows.map(({ sha256 }) => sha256));
  return named
    .filter(({ sha256 }) => !known.has(sha256))
    .map(({ path }) => ({ path, predicate: 'names a picture that this service does not have', code: 'custom' }));
}
