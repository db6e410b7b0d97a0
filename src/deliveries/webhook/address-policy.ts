import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';

/** A connection was refused before it was made: the address is not one of the internet. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';

  constructor(host: string, address: string) {
    super(host === address ? `${host} is a private address` : `${host} is at ${address}, a private address`);
  }
}

/** All addresses of a name. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

const resolveBySystem: ResolveName = (name) => promisify(lookup)(name, { all: true, verbatim: true });

/**
 * What is not globally reachable by IANA's registries of special-purpose addresses (2026-11), multicast, and the deprecated relays.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const unreachable4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

/** Of 2000::/3, which holds all that is reachable. The others lie outside: mapped, NAT64, unique local, link-local, multicast. */
const unreachable6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;

const blocked = new BlockList();
for (const block of unreachable4) addTo(blocked, block, 'ipv4');
for (const block of unreachable6) addTo(blocked, block, 'ipv6');
const reachable6 = new BlockList();
addTo(reachable6, '2000::/3', 'ipv6');

function addTo(list: BlockList, block: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', bits] = block.split('/');
  list.addSubnet(network, Number(bits), family);
}

/** Whether the address, IPv4 or IPv6, is one of the internet. */
export function isGloballyReachable(address: string): boolean {
  if (isIPv6(address)) return reachable6.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
  return isIP(address) === 4 && !blocked.check(address, 'ipv4');
}

/** The address that a URL's host is, without brackets; null for a name. Browsers' other spellings (`0x7f.1`) are read as addresses. */
export function literalAddress({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? null : bare;
}

/** @throws {BlockedAddressError} for a URL whose host is a private address. A name is looked up later. */
export function assertReachableLiteral(url: URL): void {
  const address = literalAddress(url);
  if (address !== null && !isGloballyReachable(address)) throw new BlockedAddressError(address, address);
}

/**
 * For `net.connect`, which connects to what it gets and looks nothing up again. A name with one private address is refused
 * altogether, whatever its others are.
 */
export function createGuardedLookup(resolveName: ResolveName = resolveBySystem): LookupFunction {
  return (name, { all }, callback) => {
    resolveName(name).then(
      (addresses) => {
        const [first] = addresses;
        const bad = addresses.find(({ address }) => !isGloballyReachable(address));
        if (first === undefined)
          callback(Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' }), '');
        else if (bad) callback(new BlockedAddressError(name, bad.address), '');
        else if (all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}
