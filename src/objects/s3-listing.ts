import type { S3Client } from './s3-client.ts';
import { elements, elementText, readSuccess, S3Error } from './s3-response.ts';

export interface ListPage {
  /** What the listing says of each object, as XML. */
  readonly contents: readonly string[];
  /** Null at the end of the listing. */
  readonly next: ListPosition | null;
}

/** Parameters of the query that asks for a page: none, `start-after` or `continuation-token`. */
export type ListPosition = Readonly<Record<string, string>>;

/** A page of the objects whose keys begin with `prefix`. */
export async function listPage(
  client: S3Client,
  prefix: string,
  position: ListPosition,
  signal: AbortSignal,
): Promise<ListPage> {
  const page = await readListing(client, { prefix, ...position }, signal);
  const contents = elements(page, 'Contents');
  if (elementText(page, 'IsTruncated') !== 'true') return { contents, next: null };
  const continuationToken = elementText(page, 'NextContinuationToken');
  // Taken for the end, it would make objects that are there look missing.
  if (continuationToken === '') throw new S3Error(200, '', 'the listing breaks off');
  return { contents, next: { 'continuation-token': continuationToken } };
}

/** The response to a listing with these parameters. */
export async function readListing(
  client: S3Client,
  which: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string> {
  const query = { 'list-type': '2', ...which };
  const page = await readSuccess(await client.send({ method: 'GET', query }, signal));
  if (!page.includes('<ListBucketResult')) throw new S3Error(200, '', 'the response is no listing in the form of S3');
  return page;
}
