import type { DocumentStore } from '../../platform/objects/document-store.ts';
import type { ObjectKey } from '../../platform/objects/object-key.ts';
import type { ObjectEntry, ObjectStore } from '../../platform/objects/object-store.ts';
import type { FileEntry, FileInventory } from './file-inventory.ts';

export interface ComparedStores {
  readonly objects: ObjectStore;
  readonly files: FileInventory;
}

export interface ReceiptedStores extends ComparedStores {
  /** Receipts of erased requests, in the bucket. */
  readonly receipts: Pick<DocumentStore, 'list'>;
}

interface Comparison {
  /** Younger objects and records are not reported. */
  readonly olderThan: Date;
  readonly signal: AbortSignal;
  /** Called after each key. */
  onProgress(compared: Compared): void;
}

export interface Compared {
  readonly objects: number;
  readonly records: number;
}

export type Finding = ObjectWithoutRecord | RecordWithoutObject;

/** Wasted storage: no record names the object, and no later record can. */
interface ObjectWithoutRecord {
  readonly kind: 'object-without-record';
  readonly key: ObjectKey;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

/** A loss: the service shows an attachment whose object is missing. */
interface RecordWithoutObject {
  readonly kind: 'record-without-object';
  readonly key: ObjectKey;
  /** Null for a picture of the studio. */
  readonly requestId: string | null;
}

/**
 * Yields the differences between bucket and database, in one pass over both in key order. The pass is not a snapshot of
 * either, and a listing may miss objects, so each difference is checked again right before it is yielded. Rejects at
 * the first call that fails. Differences that were yielded before are valid.
 */
export async function* findDifferences(stores: ComparedStores, comparison: Comparison): AsyncGenerator<Finding> {
  const compared = { objects: 0, records: 0 };
  for await (const pair of pairs(stores, comparison.signal)) {
    const finding = await difference(pair, stores, comparison);
    if (finding) yield finding;
    if (pair.object) compared.objects += 1;
    if (pair.record) compared.records += 1;
    comparison.onProgress({ ...compared });
  }
}

/**
 * Whether bucket and database belong to one service: an object has its record, the bucket has the receipt of a request
 * that was erased from this database, or the bucket has no objects. With the database of another service, every object
 * of the bucket would count as wasted storage.
 */
export async function areSameService(stores: ReceiptedStores, signal: AbortSignal): Promise<boolean> {
  let isEmpty = true;
  for await (const { object, record } of pairs(stores, signal)) {
    if (object && record) return true;
    if (object) isEmpty = false;
  }
  return isEmpty || hasReceipt(stores, signal);
}

async function hasReceipt({ receipts, files }: ReceiptedStores, signal: AbortSignal): Promise<boolean> {
  for await (const requestId of receipts.list({ signal })) if (await files.hasErased(requestId)) return true;
  return false;
}

async function difference(
  { object, record }: Pair,
  stores: ComparedStores,
  comparison: Comparison,
): Promise<Finding | null> {
  if (object && record) return null;
  return object ? unnamedObject(object, stores, comparison) : record && lostRecord(record, stores, comparison);
}

// A key that no row names will never be named: a row names each key before its object is stored, and keys are unique.
async function unnamedObject(
  { key, size, modifiedAt }: ObjectEntry,
  { files }: ComparedStores,
  { olderThan }: Comparison,
): Promise<ObjectWithoutRecord | null> {
  if (modifiedAt > olderThan || (await files.isNamed(key))) return null;
  return { kind: 'object-without-record', key, size, modifiedAt };
}

// The request may have been removed with its objects since its record was read.
async function lostRecord(
  { key, requestId, uploadDate }: FileEntry,
  { objects, files }: ComparedStores,
  { olderThan, signal }: Comparison,
): Promise<RecordWithoutObject | null> {
  if (uploadDate > olderThan || (await objects.stat(key, { signal })) || !(await files.hasRecord(key))) return null;
  return { kind: 'record-without-object', key, requestId };
}

/** The object and the record of one key. At most one of them is null. */
interface Pair {
  readonly object: ObjectEntry | null;
  readonly record: FileEntry | null;
}

/** Merges both listings by key. */
async function* pairs({ objects, files }: ComparedStores, signal: AbortSignal): AsyncGenerator<Pair> {
  const listed = objects.list({ signal })[Symbol.asyncIterator]();
  const recorded = files.list({ signal })[Symbol.asyncIterator]();
  try {
    let object = await following(listed);
    let record = await following(recorded);
    while (object || record) {
      // Keys are ASCII, so JavaScript's string order equals the byte order of the listings.
      const pair: Pair = {
        object: object && (!record || object.key <= record.key) ? object : null,
        record: record && (!object || record.key <= object.key) ? record : null,
      };
      yield pair;
      if (pair.object) object = await following(listed);
      if (pair.record) record = await following(recorded);
    }
  } finally {
    await listed.return?.();
    await recorded.return?.();
  }
}

async function following<T>(iterator: AsyncIterator<T>): Promise<T | null> {
  const { done, value } = await iterator.next();
  return done ? null : value;
}
