import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';

/** A connection was rejected before it was opened, because the address is not globally reachable. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';

  constructor(host: string, address: string) {
    super(host === address ? `${host} is a private address` : `${host} is at ${address}, a private address`);
  }
}

/** Returns all addresses of a name. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

const resolveBySystem: ResolveName = (name) => promisify(lookup)(name, { all: true, verbatim: true });

/**
 * The addresses that are not globally reachable by IANA's registries of special-purpose addresses (2026-11), multicast,
 * and the deprecated relays.
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

/** The unreachable blocks of 2000::/3. All else is unreachable: mapped, NAT64, unique local, link-local, multicast. */
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

/** Whether the IPv4 or IPv6 address is globally reachable. */
export function isGloballyReachable(address: string): boolean {
  if (isIPv6(address)) return reachable6.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
  return isIP(address) === 4 && !blocked.check(address, 'ipv4');
}

/** Returns the host as an address without brackets, or null for a name. `URL` normalizes spellings such as `0x7f.1`. */
export function literalAddress({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? null : bare;
}

/** @throws {BlockedAddressError} when the host is a private address. A name is checked when it is looked up. */
export function assertReachableLiteral(url: URL): void {
  const address = literalAddress(url);
  if (address !== null && !isGloballyReachable(address)) throw new BlockedAddressError(address, address);
}

/**
 * Returns a lookup for `net.connect`, which connects to the returned address without another lookup. A name with a
 * private address is rejected, whatever its other addresses are.
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
