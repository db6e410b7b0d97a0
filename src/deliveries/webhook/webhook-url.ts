import { isGloballyReachable, literalAddress } from './address-policy.ts';

/** The URL of a receiver in its normal form, or what is wrong with it: `must …`. */
export type ReadWebhookUrl = (text: string) => { readonly url: URL } | { readonly fault: string };

const maxCharacters = 2000;

/** For owners who type one. Names are looked up when something is sent. */
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
  if (url.username !== '' || url.password !== '') return { fault: 'must hold no user and no password' };
  url.hash = '';
  return { url };
};
