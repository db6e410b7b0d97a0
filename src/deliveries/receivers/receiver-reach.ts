import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { withinLimit } from '../../platform/waiting/within-limit.ts';
import { assertReachableLiteral, createGuardedLookup, type ResolveName } from './address-policy.ts';

/** Checks whether the receivers of channels can be reached, without sending a request. */
export interface ReceiverReach {
  /**
   * Tries every channel of the kind that is enabled or held, oldest first. Rejects when the database cannot be reached.
   */
  tryAll(kind: string, signal: AbortSignal): Promise<readonly ReceiverContact[]>;
}

export interface ReceiverContact {
  readonly channel: { readonly id: string; readonly name: string };
  /** The cause of the failure, as a sentence without a full stop, or null when the connection succeeded. */
  readonly fault: string | null;
  /** False when the URL cannot be read with this `SECRETS_KEY`. */
  readonly hasSecret: boolean;
  /** When the receiver's certificate is valid, or null without TLS or without verification. */
  readonly certificate: { readonly from: Date; readonly to: Date } | null;
}

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
