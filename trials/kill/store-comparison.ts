import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { parseObjectKey } from '../../src/platform/objects/object-key.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { answeredId, type Ledger, type Sent } from './ledger.ts';

/** The contents of both stores, read without the service. */
export interface StoreContents {
  readonly pool: Pool;
  readonly objects: ObjectStore;
  /** The keys of objects whose bytes have been compared. */
  readonly compared: Set<string>;
}

interface StoreComparison {
  readonly violations: readonly Violation[];
  /** Completely stored submissions without a key and without a response. */
  readonly wholeUnanswered: number;
}

export interface Violation {
  readonly text: string;
  /** Everything known about the request, one fact per line. */
  readonly evidence: readonly string[];
  readonly requestId: string | null;
}

interface StoredRequest {
  readonly id: string;
  readonly message: string;
  readonly created_at: Date;
  readonly files: readonly StoredFile[];
}

interface StoredFile {
  readonly position: number;
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

const requestsText = `
  select r.id, r.message, r.created_at, coalesce(f.files, '[]') as files
  from commission_requests r left join (
    select request_id, json_agg(json_build_object('position', position, 'key', file_key, 'name', original_file,
      'size', file_size, 'sha256', sha256) order by position) as files
    from commission_request_files group by request_id
  ) f on f.request_id = r.id`;

const readersAtOnce = 8;
const callMs = 30_000;

/**
 * Compares everything sent so far with everything stored. Compares every object by its SHA-256 the first time, and
 * later only checks that the store lists it. No submission may be in progress, and the journal must be empty.
 */
export async function compareStores(
  { pool, objects, compared }: StoreContents,
  ledger: Ledger,
): Promise<StoreComparison> {
  const { rows } = await pool.query<StoredRequest>(requestsText);
  const byMessage = new Map<string, StoredRequest[]>();
  for (const row of rows) byMessage.set(row.message, [...(byMessage.get(row.message) ?? []), row]);
  const violations: Violation[] = [];
  let wholeUnanswered = 0;

  for (const sent of ledger.sent) {
    const stored = byMessage.get(sent.tag) ?? [];
    byMessage.delete(sent.tag);
    const fault = faultOf(sent, stored);
    if (fault) violations.push(violation(fault, sent, stored));
    else if (stored.length > 0 && answeredId(sent) === null) wholeUnanswered += 1;
  }
  for (const [message, stored] of byMessage) violations.push(violation(`Nobody sent ${message}`, null, stored));

  const named = new Set(rows.flatMap(({ files }) => files.map(({ key }) => key)));
  const listed = await listedKeys(objects);
  for (const [key, digest] of await strayObjects(objects, listed, named)) {
    const sent = ledger.sent.find(({ files }) => files.some(({ sha256 }) => sha256 === digest));
    violations.push(violation(`No row names the object ${key}`, sent ?? null, []));
  }
  for (const key of compared) if (!listed.has(key)) compared.delete(key);
  violations.push(...(await wrongObjects(objects, rows, compared)));
  return { violations, wholeUnanswered };
}

function faultOf(sent: Sent, stored: readonly StoredRequest[]): string | null {
  const [request, ...others] = stored;
  const id = answeredId(sent);
  if (id === null && sent.key !== null) return `${sent.tag} has a key and no receipt`;
  if (!request) return id === null ? null : `${sent.tag} was answered with 201 and is not there`;
  if (id === null && sent.answer) return `${sent.tag} was answered with ${sent.answer.status} and is there`;
  if (others.length > 0) return `${sent.tag} is there ${stored.length} times`;
  if (id !== null && id !== request.id) return `${sent.tag} was answered with another id`;
  if (id !== null && !sent.answer?.body.includes(request.created_at.toISOString()))
    return `${sent.tag} has another time`;
  const wanted = sent.files.map(({ name, size, sha256 }, position) => ({ position, name, size, sha256 }));
  const found = request.files.map(({ position, name, size, sha256 }) => ({ position, name, size, sha256 }));
  return JSON.stringify(found) === JSON.stringify(wanted) ? null : `${sent.tag} is not whole`;
}

function violation(text: string, sent: Sent | null, stored: readonly StoredRequest[]): Violation {
  const evidence = [...(sent ? [`sent: ${JSON.stringify(sent)}`] : []), ...stored.map((row) => JSON.stringify(row))];
  return { text, evidence, requestId: stored[0]?.id ?? (sent && answeredId(sent)) };
}

async function listedKeys(objects: ObjectStore): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { key } of objects.list({ signal: AbortSignal.timeout(10 * callMs) })) keys.add(key);
  return keys;
}

/** Resolves with the objects without a file record, each with its SHA-256. */
async function strayObjects(
  objects: ObjectStore,
  listed: ReadonlySet<string>,
  named: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const stray = new Map<string, string>();
  for (const key of listed) {
    // A listing can still contain deleted objects.
    const digest = named.has(key) ? null : await digestOf(objects, key);
    if (digest !== null) stray.set(key, digest);
  }
  return stray;
}

async function wrongObjects(
  objects: ObjectStore,
  requests: readonly StoredRequest[],
  compared: Set<string>,
): Promise<Violation[]> {
  const wrong: Violation[] = [];
  const files = requests.flatMap((request) => request.files.map((file) => ({ request, file })));
  const queue = files.filter(({ file }) => !compared.has(file.key));
  async function readOneByOne(): Promise<void> {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { request, file } = next;
      const digest = await digestOf(objects, file.key);
      compared.add(file.key);
      if (digest === file.sha256) continue;
      wrong.push(violation(`The object ${file.key} ${digest ? 'has other bytes' : 'is not there'}`, null, [request]));
    }
  }
  await Promise.all(Array.from({ length: readersAtOnce }, readOneByOne));
  return wrong;
}

/** Resolves with the SHA-256 of an object in lower-case hex, or null when the object does not exist. */
async function digestOf(objects: ObjectStore, text: string): Promise<string | null> {
  const key = parseObjectKey(text);
  const object = key && (await objects.get(key, { signal: AbortSignal.timeout(callMs) }));
  if (!object) return null;
  const hash = createHash('sha256');
  for await (const chunk of object.content) hash.update(chunk);
  return hash.digest('hex');
}
