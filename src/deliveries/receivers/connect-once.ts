import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { withinLimit } from '../../platform/waiting/within-limit.ts';
import { assertReachableLiteral, createGuardedLookup, type ResolveName } from './address-policy.ts';
import type { ReceiverContact } from './receiver-reach.ts';

export interface AddressRules {
  /** The same setting as that of the client that sends. */
  readonly allowsPrivate: boolean;
  readonly resolveName?: ResolveName;
}

const connectMs = 5000;

/** Connects once under the rules about addresses of the client that sends. Resolves with the receiver's certificate. */
export async function connectOnce(
  { url, verifiesTls }: { readonly url: URL; readonly verifiesTls: boolean },
  { allowsPrivate, resolveName }: AddressRules,
  signal: AbortSignal,
): Promise<ReceiverContact['certificate']> {
  // A connection to an address makes no lookup that could check it.
  if (!allowsPrivate) assertReachableLiteral(url);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isTls = url.protocol === 'https:';
  const target = {
    host,
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
    ...(!allowsPrivate && { lookup: createGuardedLookup(resolveName) }),
  };
  const serverName = isIP(host) === 0 ? { servername: host } : {};
  const socket = isTls ? connectTls({ ...target, ...serverName, rejectUnauthorized: verifiesTls }) : connect(target);
  socket.on('error', () => {});
  const connected = isTls ? 'secureConnect' : 'connect';
  try {
    await withinLimit(connectMs, signal, (limited) =>
      once(socket, connected, { signal: limited }).catch((error) => {
        throw limited.aborted ? limited.reason : error;
      }),
    );
    if (!(socket instanceof TLSSocket) || !verifiesTls) return null;
    const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
    return { from: new Date(from), to: new Date(to) };
  } finally {
    socket.destroy();
  }
}
