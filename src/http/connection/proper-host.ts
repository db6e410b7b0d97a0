import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** A registered name or an IPv4 address (RFC 3986 section 3.2.2). */
const registeredName = /^(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/;
const hostAndPort = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d*))?$/;
const maxPort = 65_535;

/**
 * Checks for one `Host` with a valid value (RFC 9112 section 3.2), which may be empty. It may be missing before
 * HTTP/1.1. Node's own check ignores the value, and responds without a body.
 */
export function hasProperHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host');
  const [host, second] = hosts;
  if (host === undefined) return httpVersion === '1.0';
  return second === undefined && (host === '' || isHost(host));
}

function isHost(value: string): boolean {
  const [, address, name = '', port = ''] = hostAndPort.exec(value) ?? [];
  const isNamed = address === undefined ? registeredName.test(name) : isIPv6(address) && !address.includes('%');
  return isNamed && Number(port) <= maxPort;
}
