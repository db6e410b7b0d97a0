import { isIPv6 } from 'node:net';

const allGroups = 8;
const networkGroups = 4;

/** Returns an IPv4 address whole, of IPv6 the first 64 bits: one client may own such a network (RFC 6177). */
export function addressOrPrefixOf(address: string): string {
  const [, mapped = address] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (!isIPv6(mapped)) return mapped;
  const [head = '', tail] = mapped.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const omitted = Array<string>(Math.max(0, allGroups - first.length - last.length)).fill('0');
  const groups = [...first, ...omitted, ...last].map((group) => Number.parseInt(group, 16).toString(16));
  return groups.slice(0, networkGroups).join(':');
}
