import { type ObjectKey, parseObjectKey } from '../submission/object-key.ts';
import type { ObjectEntry } from './object-store.ts';
import type { S3Connection } from './s3-connection.ts';
import { readSuccess, S3Error } from './s3-error.ts';
import { elements, elementText } from './s3-xml.ts';

export interface ListPage {
  readonly entries: readonly ObjectEntry[];
  /** Where the listing goes on; null at its end. */
  readonly next: ListPosition | null;
}

export type ListPosition = { readonly after: ObjectKey | undefined } | { readonly continuationToken: string };

const keyPrefix = 'commissions/';

export async function listPage(connection: S3Connection, from: ListPosition, signal: AbortSignal): Promise<ListPage> {
  const page = await askForPage(connection, positionQuery(from), signal);
  const entries = elements(page, 'Contents').flatMap(readEntry);
  if (elementText(page, 'IsTruncated') !== 'true') return { entries, next: null };
  const continuationToken = elementText(page, 'NextContinuationToken');
  // Taken for the end, it would make objects that are there look missing.
  if (continuationToken === '') throw new S3Error(200, '', 'a listing that breaks off');
  return { entries, next: { continuationToken } };
}

/** Rejects when no listing can be had. */
export async function askForListing(connection: S3Connection, signal: AbortSignal): Promise<void> {
  await askForPage(connection, { 'max-keys': '1' }, signal);
}

async function askForPage(
  connection: S3Connection,
  which: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string> {
  const query = { 'list-type': '2', prefix: keyPrefix, ...which };
  const page = await readSuccess(await connection.send({ method: 'GET', query }, signal));
  if (!page.includes('<ListBucketResult')) throw new S3Error(200, '', 'no listing in the form of S3');
  return page;
}

function positionQuery(from: ListPosition): Record<string, string> {
  if ('continuationToken' in from) return { 'continuation-token': from.continuationToken };
  return from.after === undefined ? {} : { 'start-after': from.after };
}

/** None where the key is not one of ours. */
function readEntry(contents: string): ObjectEntry[] {
  const key = parseObjectKey(elementText(contents, 'Key'));
  if (key === null) return [];
  const size = Number(elementText(contents, 'Size'));
  return [{ key, size, modifiedAt: new Date(elementText(contents, 'LastModified')) }];
}
