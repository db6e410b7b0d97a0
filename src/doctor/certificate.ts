import { once } from 'node:events';
import { isIP, type LookupFunction } from 'node:net';
import { connect } from 'node:tls';
import { type Finding, ok, warning } from './check.ts';

const dayMs = 24 * 60 * 60_000;
/** Certificates that renew automatically do so a month before they expire. */
const fewDays = 14;

/** Options of a connection that differ from Node's defaults. */
export interface Connecting {
  /** The certificate authority, in PEM. */
  readonly ca?: string;
  readonly lookup?: LookupFunction;
  readonly localAddress?: string;
}

/** Resolves with the time at which a host's certificate expires. Rejects with the handshake's error when Node does not trust it. */
export async function certificateEnd(url: URL, signal: AbortSignal, how: Connecting = {}): Promise<Date> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: url.port === '' ? 443 : Number(url.port),
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
    ...how,
  });
  try {
    await once(socket, 'secureConnect', { signal });
    return new Date(socket.getPeerCertificate().valid_to);
  } finally {
    socket.on('error', () => {}).destroy();
  }
}

/** @param of The owner of the certificate: `the object store`. */
export function judgeCertificate(of: string, end: Date, now: Date): Finding {
  const days = Math.floor((end.getTime() - now.getTime()) / dayMs);
  if (days >= fewDays) return ok(`The certificate of ${of} is trusted, and valid for ${days} more days`);
  return warning(`The certificate of ${of} expires in ${days} days`, {
    remedy: 'Renew it, and find out why it was not renewed',
  });
}

export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/.test(hostname);
}
