import { isIPv4, isIPv6 } from 'node:net';

/** The distinguished sizes of networks, in bits. The first 64 bits of IPv6 belong to one client (RFC 6177). */
const blockableBits = {
  4: Array.from({ length: 25 }, (_, index) => 8 + index),
  6: [...Array.from({ length: 49 }, (_, index) => 16 + index), 128],
} as const;

const clientBits = 64;
const siteBits = 48;
const ipv4NetworkBits = 24;

/** Returns an IPv4 address whole, of IPv6 the first 64 bits: one client may own such a network (RFC 6177). */
export function addressOrPrefixOf(address: string): string {
  const parsed = parsedAddress(address);
  if (parsed === null) return address;
  if (parsed.family === 4) return parsed.parts.join('.');
  return hexOf(parsed.parts.slice(0, clientBits / 16));
}

/** Returns the network of an address, where requests are counted together: `203.0.113.0/24`, `2001:db8:0::/48`. */
export function networkOf(address: string): string {
  const parsed = parsedAddress(address);
  return parsed === null ? address : cut(parsed, parsed.family === 4 ? ipv4NetworkBits : siteBits);
}

/** Returns the networks of every size that an address belongs to, each as `blockableNetwork`. */
export function networksOf(address: string): readonly string[] {
  const parsed = parsedAddress(address);
  return parsed === null ? [address] : blockableBits[parsed.family].map((bits) => cut(parsed, bits));
}

/** Returns the normal form of an address or network, or null for any other text or size. */
export function blockableNetwork(text: string): string | null {
  const [, address = '', written] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const parsed = parsedAddress(address);
  if (parsed === null) return null;
  const writtenBits = isIPv4(address) ? 32 : 128;
  // Of a mapped address the first 96 bits say so.
  const bits = Number(written ?? writtenBits) - (writtenBits - (parsed.family === 4 ? 32 : 128));
  return blockableBits[parsed.family].includes(bits) ? cut(parsed, bits) : null;
}

interface ParsedAddress {
  readonly family: 4 | 6;
  /** Four numbers of 8 bits, or eight of 16. */
  readonly parts: readonly number[];
}

/** Takes an IPv4 address that is mapped into IPv6 for the former. A zone is no part of an address. */
function parsedAddress(address: string): ParsedAddress | null {
  if (isIPv4(address)) return { family: 4, parts: address.split('.').map(Number) };
  if (!isIPv6(address) || address.includes('%')) return null;
  const parts = groupsOf(new URL(`http://[${address}]`).hostname.slice(1, -1));
  const [high = 0, low = 0] = parts.slice(6);
  const isMapped = parts.slice(0, 6).join() === '0,0,0,0,0,65535';
  return isMapped ? { family: 4, parts: [high >> 8, high & 255, low >> 8, low & 255] } : { family: 6, parts };
}

/** Returns the eight groups of an IPv6 address in the form of RFC 5952. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail = ''] = address.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail.split(':').filter(Boolean);
  const omitted = Array<string>(8 - first.length - last.length).fill('0');
  return [...first, ...omitted, ...last].map((group) => Number.parseInt(group, 16));
}

function cut({ family, parts }: ParsedAddress, bits: number): string {
  const partBits = family === 4 ? 8 : 16;
  const kept = parts.map((part, index) => {
    const others = Math.min(Math.max((index + 1) * partBits - bits, 0), partBits);
    return (part >> others) << others;
  });
  if (family === 4) return `${kept.join('.')}/${bits}`;
  const groups = kept.slice(0, Math.ceil(bits / partBits));
  return `${hexOf(groups)}${groups.length < parts.length ? '::' : ''}/${bits}`;
}

function hexOf(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':');
}
