import type { Outcome } from '../ledger/sender.ts';
import type { ReceiverClient } from './receiver-client.ts';
import { type IsUnwanted, outcomeOf, outcomeOfFailure } from './receiver-outcome.ts';
import { readReceiverUrl } from './receiver-url.ts';

interface Poster {
  readonly client: ReceiverClient;
  /** The version of the service, for `user-agent`. */
  readonly version: string;
}

interface Post {
  /** As it was stored. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
  readonly verifiesTls: boolean;
}

/** For receivers that report a removed webhook with 410 alone. */
export const isGone: IsUnwanted = ({ status }) => status === 410;

/** Makes one attempt of a delivery to a receiver. Never rejects. */
export async function postTo(
  { client, version }: Poster,
  { url, headers, body, verifiesTls }: Post,
  isUnwanted: IsUnwanted,
  signal: AbortSignal,
): Promise<Outcome> {
  const read = readReceiverUrl(url);
  if ('fault' in read) return outcomeOfFailure(new Error(`The URL ${read.fault}`));
  const userAgent = `commission-submission-service/${version}`;
  const all = { 'content-type': 'application/json', 'user-agent': userAgent, ...headers };
  try {
    return outcomeOf(await client.send({ url: read.url, headers: all, body, verifiesTls }, signal), isUnwanted);
  } catch (error) {
    return outcomeOfFailure(error);
  }
}
