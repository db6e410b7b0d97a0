import { z } from 'zod';
import { isGloballyReachable, literalAddress } from './address-policy.ts';

/** Returns a receiver's URL in its normal form, or its fault as a predicate: `must …`. */
export type ReadReceiverUrl = (text: string) => { readonly url: URL } | { readonly fault: string };

const maxCharacters = 2000;

/** The schema of a URL that an owner enters. `ReadReceiverUrl` checks the rest. */
export const receiverUrl = z
  .string()
  .min(1)
  .max(10_000)
  .meta({ format: 'uri', description: 'http:// or https://, without user name and password' });

/** Creates the reader of URLs that owners enter. A host name is looked up only for a delivery. */
export function createReceiverUrlReader({ allowsPrivate }: { readonly allowsPrivate: boolean }): ReadReceiverUrl {
  return (text) => {
    const read = readReceiverUrl(text);
    const address = 'url' in read ? literalAddress(read.url) : null;
    if (allowsPrivate || address === null || isGloballyReachable(address)) return read;
    return { fault: `must not be at ${address}, a private address, without DELIVERY_ALLOW_PRIVATE=true` };
  };
}

export const readReceiverUrl: ReadReceiverUrl = (text) => {
  if (text.length > maxCharacters) return { fault: `must have at most ${maxCharacters} characters` };
  if (!URL.canParse(text)) return { fault: 'must be a URL such as https://bot.example.org/requests' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { fault: 'must begin with https:// or http://' };
  if (url.username !== '' || url.password !== '') return { fault: 'must have no user name and no password' };
  url.hash = '';
  return { url };
};

/** Returns a URL for display: scheme, host and port. The path and query can be the credential, so `…` replaces them. */
export function shownAddress(url: string): string {
  if (!URL.canParse(url)) return '…';
  const { origin, pathname, search, hash } = new URL(url);
  return pathname === '/' && search === '' && hash === '' ? `${origin}/` : `${origin}/…`;
}
