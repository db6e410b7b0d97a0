import { isIPv4, isIPv6 } from 'node:net';

const allGroups = 8;
const networkGroups = 4;
const siteGroups = 3;

/** Returns an IPv4 address whole, of IPv6 the first 64 bits: one client may own such a network (RFC 6177). */
export function addressOrPrefixOf(address: string): string {
  const plain = unmapped(address);
  return isIPv6(plain) ? groupsOf(plain).slice(0, networkGroups).join(':') : plain;
}

/** Returns the network of an address, where requests are counted together: `203.0.113.0/24`, `2001:db8:0::/48`. */
export function networkOf(address: string): string {
  const plain = unmapped(address);
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, siteGroups).join(':')}::/48`;
  return isIPv4(plain) ? plain.replace(/\d+$/, '0/24') : plain;
}

function unmapped(address: string): string {
  const [, mapped = address] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  return mapped;
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const omitted = Array<string>(Math.max(0, allGroups - first.length - last.length)).fill('0');
  return [...first, ...omitted, ...last].map((group) => Number.parseInt(group, 16).toString(16));
}
