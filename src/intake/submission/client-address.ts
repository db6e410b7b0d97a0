import { BlockList, isIP, type Server } from 'node:net';

interface Forwarded {
  /** The address from the proxies in front of this service, or the sender's own. Absent for a closed connection. */
  readonly ip: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Returns the address of a client, for limits and lists of sessions. Some proxies write the port behind an address in
 * `X-Forwarded-For` (Azure, IIS): with it every connection would count alone. For any other text it
 * returns the sender's own address. For a closed connection it returns an empty text.
 */
export function clientAddressOf({ ip, socket }: Forwarded): string {
  const address = withoutPort(ip);
  return isIP(address) === 0 ? (socket.remoteAddress ?? '') : address;
}

/** In a list of proxies: those that call a socket file. They have no address, and the file's rights admit them. */
export const callersOfSocketFile = 'unix';

/**
 * Returns Fastify's `trustProxy`, which decides how much of `X-Forwarded-For` counts.
 * @param proxies addresses, CIDR blocks, and `unix`; without any, no forwarded address counts
 * @param isOnSocketFile Whether the listener is. On a port, a caller without an address is one that is gone.
 */
export function trustOf(
  proxies: readonly string[],
  isOnSocketFile: () => boolean,
): false | ((address: string | undefined) => boolean) {
  if (proxies.length === 0) return false;
  const trusted = new BlockList();
  for (const proxy of proxies) if (proxy !== callersOfSocketFile) addTo(trusted, proxy);
  const trustsCallers = proxies.includes(callersOfSocketFile);
  return (given) => {
    if (given === undefined) return trustsCallers && isOnSocketFile();
    const address = withoutPort(given);
    const family = isIP(address);
    return family !== 0 && trusted.check(address, familyName(family));
  };
}

/** Returns a function that returns whether the server listens on a socket file, also while it stops. */
export function watchSocketFile(server: Server): () => boolean {
  let isOne = false;
  server.once('listening', () => {
    const address = server.address();
    // A socket file that another process has opened has no name here.
    isOne = address === null || typeof address === 'string';
  });
  return () => isOne;
}

function addTo(list: BlockList, block: string): void {
  const [address = '', bits] = block.split('/');
  const family = familyName(isIP(address));
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}

function familyName(family: number): 'ipv4' | 'ipv6' {
  return family === 6 ? 'ipv6' : 'ipv4';
}

/** `203.0.113.7:4711`, `[2001:db8::9]:4711` and `[2001:db8::9]`. An IPv6 address without brackets has no port. */
export function withoutPort(text = ''): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d*)?$/.exec(text.trim()) ?? [];
  return bracketed ?? plain ?? text.trim();
}
