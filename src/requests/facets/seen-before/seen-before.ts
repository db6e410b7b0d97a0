import { z } from 'zod';
import { requestStatuses } from '../../../events/statuses.ts';
import { requestNumberOf } from '../../../intake/submission/request-number.ts';
import type { Shape } from '../../../platform/shapes/shape.ts';
import { named, storedId } from '../../../platform/shapes/values.ts';
import type { Facet, FactsOf, FoundRequest, Queries } from '../../facet/facet.ts';
import { looksSame } from './looks-same.ts';

const seenFile = named(
  'SeenFile',
  z.object({
    position: z.int().min(0).describe('The file of this request'),
    alike: z.enum(['same-file', 'same-picture']).describe('`same-picture`: a picture that looks the same'),
    requestId: storedId,
    number: z.string(),
    customerName: z.string().describe('Of the other request, as is the status'),
    status: z.enum(requestStatuses),
    at: z.date().describe('When the other request came'),
  }),
);

type SeenFile = Shape<typeof seenFile>;

/** Pictures are compared in full when their hashes of 64 bits differ by at most so many bits. */
const mostBits = 11;
/** An index finds hashes by 16 bits, one of which may differ. */
const bandShifts = [48, 32, 16, 0];
const bandBits = 16;
const mostCompared = 500;
const mostSeen = 20;

const mineText = `
  select position, sha256, picture_hash::text as hash, picture_look as look
  from commission_request_files where request_id = $1 order by position`;

const sameFileText = `
  select request_id as "requestId" from commission_request_files
  where sha256 = $2 and request_id <> $1 order by request_id desc limit ${mostSeen}`;

const bands = bandShifts.map((shift, index) => {
  const band = shift === 0 ? 'picture_hash' : `(picture_hash >> ${shift})`;
  return `(${band} & 65535) = any($${index + 4}::bigint[])`;
});

// Only pictures that have a preview are compared. The planner must not walk through all requests in their order instead.
const nearPicturesText = `
  with near as materialized (
    select request_id, sha256, picture_look from commission_request_files
    where picture_look is not null and (${bands.join(' or ')})
      and bit_count(int8send(picture_hash # $2::bigint)) <= ${mostBits}
  )
  select request_id as "requestId", picture_look as look from near
  where request_id <> $1 and sha256 <> $3 order by request_id desc limit ${mostCompared}`;

const requestsText = `
  select r.id, r.customer_name as "customerName", r.status, r.created_at as at
  from submitted_commission_requests r where r.id = any($1::uuid[])`;

interface Mine {
  readonly position: number;
  readonly sha256: string;
  readonly hash: string | null;
  readonly look: Buffer | null;
}
type Alike = Pick<SeenFile, 'position' | 'alike' | 'requestId'>;
type Other = Pick<SeenFile, 'customerName' | 'status' | 'at'> & { readonly id: string };

/** Resolves with the files of other requests that are the same as those of a request, or look the same; the newest first. */
async function findSeenFiles(database: Queries, requestId: string): Promise<readonly SeenFile[]> {
  const alike: Alike[] = [];
  for (const mine of (await database.query<Mine>(mineText, [requestId])).rows) {
    alike.push(...(await filesAlike(database, requestId, mine)));
  }
  if (alike.length === 0) return [];
  const ids = [...new Set(alike.map((file) => file.requestId))];
  const others = new Map((await database.query<Other>(requestsText, [ids])).rows.map((other) => [other.id, other]));
  const seen = alike.flatMap((file) => {
    const other = others.get(file.requestId);
    if (other === undefined) return [];
    const { customerName, status, at } = other;
    return [{ ...file, number: requestNumberOf(other.id), customerName, status, at }];
  });
  return seen.sort((one, other) => (one.requestId < other.requestId ? 1 : -1)).slice(0, mostSeen);
}

async function filesAlike(database: Queries, requestId: string, mine: Mine): Promise<readonly Alike[]> {
  const { position, sha256, hash, look } = mine;
  const alikeOf = (alike: Alike['alike'], rows: readonly { readonly requestId: string }[]) =>
    [...new Set(rows.map((row) => row.requestId))].map((id) => ({ position, alike, requestId: id }));
  const files = await database.query<{ requestId: string }>(sameFileText, [requestId, sha256]);
  const same = alikeOf('same-file', files.rows);
  if (hash === null || look === null) return same;
  const near = await database.query<{ requestId: string; look: Buffer }>(nearPictures(requestId, hash, sha256));
  return [
    ...same,
    ...alikeOf(
      'same-picture',
      near.rows.filter((other) => looksSame(look, other.look)),
    ),
  ];
}

/** Returns the query for pictures of other requests to compare in full, the newest first. */
export function nearPictures(requestId: string, hash: string, sha256: string) {
  return { text: nearPicturesText, values: [requestId, hash, sha256, ...bandsNear(hash)] };
}

/** Returns for each band of a hash the values that differ from it in at most one bit. */
function bandsNear(hash: string): readonly (readonly number[])[] {
  return bandShifts.map((shift) => {
    const band = Number((BigInt(hash) >> BigInt(shift)) & 0xffffn);
    return [band, ...Array.from({ length: bandBits }, (_, bit) => band ^ (1 << bit))];
  });
}

const details = {
  seenBefore: z
    .array(seenFile)
    .optional()
    .describe(
      'Files of other requests that are the same or look the same, the newest first. Only where one request is read',
    ),
};

type Details = FactsOf<typeof details>;

export const seenBefore = {
  shape: {},
  details,
  columns: {},
  factsOf: () => ({}),
  async find(database: Queries, { id, files }: FoundRequest): Promise<Details> {
    if (files.length === 0) return {};
    const seenFiles = await findSeenFiles(database, id);
    return seenFiles.length === 0 ? {} : { seenBefore: seenFiles };
  },
} satisfies Facet<object, object, Details>;
