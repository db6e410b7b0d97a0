import type { Pool } from 'pg';
import { z } from 'zod';
import { requestStatuses } from '../../customers/events/statuses.ts';
import { requestNumberOf } from '../../customers/submission/request-number.ts';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named, storedId } from '../../platform/shapes/values.ts';

export const seenFile = named(
  'SeenFile',
  z.object({
    position: z.int().min(0).describe('The file of this request'),
    alike: z.enum(['same-file', 'same-picture']).describe('`same-picture`: a picture that looks the same'),
    requestId: storedId,
    number: z.string(),
    status: z.enum(requestStatuses).describe('Of the other request'),
    at: z.date().describe('When the other request came'),
  }),
);

export type SeenFile = Shape<typeof seenFile>;

/** Bits by which hashes of pictures that look the same may differ. */
const mostBits = 6;
const mostSeen = 20;

const mineText = `
  select position, sha256, picture_hash::text as hash from commission_request_files where request_id = $1 order by position`;

const sameFileText = `
  select request_id as "requestId" from commission_request_files
  where sha256 = $2 and request_id <> $1 order by request_id desc limit ${mostSeen}`;

// Only pictures that have a preview are compared.
const samePictureText = `
  select request_id as "requestId" from commission_request_files
  where picture_hash is not null and bit_count(int8send(picture_hash # $2::bigint)) <= ${mostBits}
    and request_id <> $1 and sha256 <> $3
  order by request_id desc limit ${mostSeen}`;

const requestsText = `
  select r.id, r.status, r.created_at as at from submitted_commission_requests r where r.id = any($1::uuid[])`;

type Mine = { readonly position: number; readonly sha256: string; readonly hash: string | null };
type Alike = Pick<SeenFile, 'position' | 'alike' | 'requestId'>;
type Other = Pick<SeenFile, 'status' | 'at'> & { readonly id: string };

/** Resolves with the files of other requests that are the same as those of a request, or look the same; the newest first. */
export async function readSeenBefore(pool: Pool, requestId: string): Promise<readonly SeenFile[]> {
  const alike: Alike[] = [];
  for (const mine of (await pool.query<Mine>(mineText, [requestId])).rows) {
    alike.push(...(await filesAlike(pool, requestId, mine)));
  }
  if (alike.length === 0) return [];
  const ids = [...new Set(alike.map((file) => file.requestId))];
  const others = new Map((await pool.query<Other>(requestsText, [ids])).rows.map((other) => [other.id, other]));
  const seen = alike.flatMap((file) => {
    const other = others.get(file.requestId);
    if (other === undefined) return [];
    return [{ ...file, number: requestNumberOf(other.id), status: other.status, at: other.at }];
  });
  return seen.sort((one, other) => (one.requestId < other.requestId ? 1 : -1)).slice(0, mostSeen);
}

async function filesAlike(pool: Pool, requestId: string, { position, sha256, hash }: Mine): Promise<readonly Alike[]> {
  const find = async (alike: Alike['alike'], text: string, values: readonly unknown[]): Promise<readonly Alike[]> => {
    const { rows } = await pool.query<{ requestId: string }>(text, [requestId, ...values]);
    return [...new Set(rows.map((row) => row.requestId))].map((id) => ({ position, alike, requestId: id }));
  };
  const same = await find('same-file', sameFileText, [sha256]);
  return hash === null ? same : [...same, ...(await find('same-picture', samePictureText, [hash, sha256]))];
}
