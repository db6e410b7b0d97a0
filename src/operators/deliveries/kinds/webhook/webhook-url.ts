import { isGloballyReachable, literalAddress } from './address-policy.ts';

/** Returns a receiver's URL in its normal form, or what is wrong with it: `must …`. */
export type ReadWebhookUrl = (text: string) => { readonly url: URL } | { readonly fault: string };

const maxCharacters = 2000;

/** Creates the reader of URLs that owners enter. A host name is looked up only when something is sent. */
export function createWebhookUrlReader({ allowsPrivate }: { readonly allowsPrivate: boolean }): ReadWebhookUrl {
  return (text) => {
    const read = readWebhookUrl(text);
    const address = 'url' in read ? literalAddress(read.url) : null;
    if (allowsPrivate || address === null || isGloballyReachable(address)) return read;
    return { fault: `must not be at ${address}, a private address, without DELIVERY_ALLOW_PRIVATE=true` };
  };
}

export const readWebhookUrl: ReadWebhookUrl = (text) => {
  if (text.length > maxCharacters) return { fault: `must have at most ${maxCharacters} characters` };
  if (!URL.canParse(text)) return { fault: 'must be a URL such as https://bot.example.org/requests' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { fault: 'must begin with https:// or http://' };
  if (url.username !== '' || url.password !== '') return { fault: 'must have no user name and no password' };
  url.hash = '';
  return { url };
};
