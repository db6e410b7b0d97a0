import { once } from 'node:events';
import { isIP, type LookupFunction } from 'node:net';
import { connect } from 'node:tls';
import { type Finding, ok, warning } from './check.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Programs renew certificates when a third of their life is left, or a half of a very short one. */
const renewedShare = 1 / 5;
/** Time enough to renew a certificate of a year by hand. */
const mostMs = 14 * dayMs;

/** When a certificate is valid. */
interface CertificateLife {
  readonly from: Date;
  readonly to: Date;
}

/** Options of a connection that differ from Node's defaults. */
export interface Connecting {
  /** The certificate authority, in PEM. */
  readonly ca?: string;
  readonly lookup?: LookupFunction;
  readonly localAddress?: string;
  /** The socket file that takes the connection, whatever the URL. */
  readonly socketPath?: string;
}

/** Resolves with the life of a host's certificate. Rejects with the handshake's error when Node does not trust it. */
export async function readCertificate(url: URL, signal: AbortSignal, how: Connecting = {}): Promise<CertificateLife> {
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
    const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
    return { from: new Date(from), to: new Date(to) };
  } finally {
    socket.on('error', () => {}).destroy();
  }
}

/**
 * Warns when a fifth of the certificate's life is left, at most 14 days: a program that renews has missed it then.
 * @param of The owner of the certificate: `the object store`.
 */
export function judgeCertificate(of: string, { from, to }: CertificateLife, now: Date): Finding {
  const leftMs = to.getTime() - now.getTime();
  const lifeMs = to.getTime() - from.getTime();
  if (leftMs > Math.min(lifeMs * renewedShare, mostMs)) {
    return ok(`The certificate of ${of} is trusted, and valid for ${durationText(leftMs)} more`);
  }
  return warning(`The certificate of ${of} expires in ${durationText(leftMs)}, of ${durationText(lifeMs)} in all`, {
    remedy: 'Renew it, and find out why it was not renewed',
  });
}

/** Returns whole days, or hours below three days. */
function durationText(durationMs: number): string {
  if (durationMs >= 3 * dayMs) return `${Math.floor(durationMs / dayMs)} days`;
  const hours = Math.floor(durationMs / hourMs);
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/.test(hostname);
}
