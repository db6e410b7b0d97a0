import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import type { Pool } from 'pg';
import type { KeyRing } from '../../../../platform/secrets/key-ring.ts';
import { withinLimit } from '../../../../platform/waiting/within-limit.ts';
import { type ChannelRow, channelColumns } from '../../channels/channel-row.ts';
import { assertReachableLiteral, createGuardedLookup, type ResolveName } from './address-policy.ts';
import { outcomeOfFailure } from './webhook-outcome.ts';
import type { WebhookContact, WebhookReach } from './webhook-reach.ts';
import { openSecrets } from './webhook-secrets.ts';
import { webhookSettings } from './webhook-settings.ts';
import { readWebhookUrl } from './webhook-url.ts';

export interface WebhookReachParts {
  readonly pool: Pool;
  readonly keyRing: KeyRing;
  /** The same setting as that of the webhook sender. */
  readonly allowsPrivate: boolean;
  readonly resolveName?: ResolveName;
}

const connectMs = 5000;

const selectText = `
  select ${channelColumns} from delivery_channels
  where kind = 'webhook' and state in ('enabled', 'held') order by created_at, id`;

/** Connects under the same rules about addresses as the webhook sender. */
export function createWebhookReach(parts: WebhookReachParts): WebhookReach {
  async function tryOne(row: ChannelRow, signal: AbortSignal): Promise<WebhookContact> {
    const contact = { channel: { id: row.id, name: row.name }, fault: null, hasSecret: true, certificate: null };
    const secrets = await openSecrets(parts.keyRing, row);
    if (secrets === null) {
      return { ...contact, hasSecret: false, fault: 'Its URL cannot be read with the SECRETS_KEY of this machine' };
    }
    const read = readWebhookUrl(secrets.url);
    if ('fault' in read) return { ...contact, fault: `Its URL ${read.fault}` };
    const { verifiesTls } = webhookSettings.parse(row.settings);
    try {
      const certificate = await reach({ url: read.url, verifiesTls }, parts, signal);
      return { ...contact, certificate };
    } catch (error) {
      signal.throwIfAborted();
      return { ...contact, fault: outcomeOfFailure(error).detail };
    }
  }

  return {
    async tryAll(signal) {
      const { rows } = await parts.pool.query<ChannelRow>(selectText);
      return Promise.all(rows.map((row) => tryOne(row, signal)));
    },
  };
}

async function reach(
  { url, verifiesTls }: { readonly url: URL; readonly verifiesTls: boolean },
  { allowsPrivate, resolveName }: WebhookReachParts,
  signal: AbortSignal,
): Promise<WebhookContact['certificate']> {
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
