import { InvalidArgumentError } from 'commander';
import type { Pool } from 'pg';
import { idEndingOf } from '../../intake/submission/request-number.ts';
import { type ObjectKey, parseObjectKey } from '../../platform/objects/object-key.ts';
import type { InboxStore } from '../../process/parts/request-parts.ts';
import type { InboxRequest } from '../../requests/facets/registry.ts';
import { uuid } from '../task/arguments.ts';

/** Parses an argument that names a request: its id, or the short number that people use. */
export function requestName(text: string): string {
  if (!uuid.test(text) && idEndingOf(text) === null) {
    throw new InvalidArgumentError('It must be the id of a request, or a number such as K7QX-29MB.');
  }
  return text;
}

/** @throws {Error} when there is no such request, or several have this number */
export async function findRequest({ pool, reader }: InboxStore, name: string): Promise<InboxRequest> {
  const text = 'select id from submitted_commission_requests where right(id::text, 10) = $1 limit 2';
  const ids = uuid.test(name)
    ? [name.toLowerCase()]
    : (await pool.query<{ id: string }>(text, [idEndingOf(name)])).rows.map(({ id }) => id);
  if (ids.length > 1) throw new Error(`several requests have the number ${name}: name one by its id`);
  const found = ids[0] === undefined ? null : await reader.find(ids[0]);
  if (found === null) throw new Error(`there is no request ${name}`);
  return found;
}

/** Resolves with the object keys of a request, by the position of the file. */
export async function attachmentKeys(pool: Pool, requestId: string): Promise<ReadonlyMap<number, ObjectKey>> {
  const text = 'select position, file_key from commission_request_files where request_id = $1';
  const { rows } = await pool.query<{ position: number; file_key: string }>(text, [requestId]);
  const entries = rows.map((row) => [row.position, parseObjectKey(row.file_key)] as const);
  return new Map(entries.filter((entry): entry is readonly [number, ObjectKey] => entry[1] !== null));
}
