import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { KeyRing } from '../../../platform/secrets/key-ring.ts';
import { createWebhookSecret, openSecrets, previousSecrets, rotatedSecrets } from '../kinds/webhook/webhook-secrets.ts';
import { shownAddress, type WebhookSecrets, webhookSettings } from '../kinds/webhook/webhook-settings.ts';
import type { EventType } from '../ledger/delivery.ts';
import { notifyWorkers } from '../ledger/wake-up.ts';
import { type ChannelRow, channelColumns, freshSecret, unlessSendsNothing, viewOf } from './channel-row.ts';
import type { Channels, ChannelView, NewWebhook, WebhookChange } from './channels.ts';

/** Maximum channels. Each channel has a lane of its own in every worker. */
export const maxChannels = 50;

const findText = `select ${channelColumns} from delivery_channels where id = $1 and state <> 'removed'`;

const insertText = `
  insert into delivery_channels (id, kind, name, types, settings, sealed, created_by)
  select $1, 'webhook', $2, $3, $4, $5, $6
  where (select count(*) from delivery_channels where state <> 'removed') < ${maxChannels}
  returning ${channelColumns}`;

// Disabling a channel cancels its pending deliveries in the same statement, so that they are not sent when the channel
// is soon enabled again. Upkeep cancels those beyond the limit.
const updateText = `
  with updated as (
    update delivery_channels
    set name = coalesce($2, name), types = coalesce($3, types), settings = $4, sealed = $5, state = coalesce($6, state)
    where id = $1 and state <> 'removed' returning ${channelColumns}
  ), waiting as (
    select id from deliveries where channel_id = $1 and state = 'pending' and $6 = 'disabled'
    limit 10000 for update skip locked
  ), cancelled as (
    update deliveries set state = 'cancelled', due_at = null, finished_at = now(), cancel_cause = 'channel-disabled'
    where id in (select id from waiting)
  )
  select * from updated`;

const releaseText = `
  update delivery_channels set state = 'enabled' where state = 'held' returning ${channelColumns}`;

const removeText = `
  update delivery_channels set state = 'removed', sealed = null where id = $1 and state <> 'removed'`;

/** Keeps the channels in PostgreSQL and their secrets sealed. */
export function createChannels(pool: Pool, keyRing: KeyRing): Channels {
  /** Locks the channel, because its settings and secrets are read, changed and written as a whole. */
  async function onLocked<T>(id: string, work: (client: PoolClient, row: ChannelRow) => Promise<T>): Promise<T | null> {
    const done = await inTransaction(pool, async (client) => {
      const [row] = (await client.query<ChannelRow>(`${findText} for update`, [id])).rows;
      return row === undefined ? null : work(client, row);
    });
    await notifyWorkers(pool);
    return done;
  }

  async function view(row: ChannelRow): Promise<ChannelView> {
    if (row.kind !== 'webhook') return viewOf(row, freshSecret);
    const secrets = await openSecrets(keyRing, row);
    const previousSecretsUntil = secrets ? previousSecrets(secrets).map(({ until }) => new Date(until)) : [];
    return viewOf(row, { hasSecret: secrets !== null, previousSecretsUntil });
  }

  const seal = (id: string, secrets: WebhookSecrets) => keyRing.seal(JSON.stringify(secrets), id);

  async function update(
    client: PoolClient,
    row: ChannelRow,
    change: WebhookChange,
    sealed: string | null,
  ): Promise<ChannelView | null> {
    const settings = row.kind === 'webhook' ? changedSettings(row, change) : row.settings;
    const { name = null, state = null } = change;
    const types = change.types === undefined ? null : typesFor(row, change.types);
    const values = [row.id, name, types, settings, sealed, state];
    const [updated] = (await client.query<ChannelRow>(updateText, values)).rows;
    return updated ? view(updated) : null;
  }

  return {
    async list() {
      const text = `
        select ${channelColumns} from delivery_channels where state <> 'removed' order by created_at, id`;
      return Promise.all((await pool.query<ChannelRow>(text)).rows.map(view));
    },
    async find(id) {
      const [row] = (await pool.query<ChannelRow>(findText, [id])).rows;
      return row ? view(row) : null;
    },
    async addWebhook(webhook) {
      const id = randomUUID();
      const secret = createWebhookSecret();
      const sealed = await seal(id, { url: webhook.url.href, secret, previous: [] });
      const values = [id, webhook.name, [...new Set(webhook.types)], settingsOf(webhook), sealed, webhook.createdBy];
      const [row] = (await pool.query<ChannelRow>(insertText, values)).rows;
      return row === undefined ? 'too-many' : { channel: viewOf(row, freshSecret), secret };
    },
    change(id, change) {
      const changed = onLocked(id, async (client, row) => {
        if (change.url === undefined) return update(client, row, change, row.sealed);
        const secrets = await openSecrets(keyRing, row);
        if (secrets === null) return 'secret-lost' as const;
        return update(client, row, change, await seal(id, { ...secrets, url: change.url.href }));
      });
      return unlessSendsNothing(changed);
    },
    async release() {
      const { rows } = await pool.query<ChannelRow>(releaseText);
      await notifyWorkers(pool);
      return Promise.all(rows.map(view));
    },
    async rotateSecret(id, url) {
      const rotated = await onLocked(id, async (client, row) => {
        if (row.kind !== 'webhook') return null;
        const old = await openSecrets(keyRing, row);
        const href = url?.href ?? old?.url;
        if (href === undefined) return 'secret-lost' as const;
        const secret = createWebhookSecret();
        const secrets = old ? rotatedSecrets(old, secret) : { secret, previous: [] };
        if (secrets === 'too-many') return 'too-many-secrets' as const;
        await update(client, row, url === null ? {} : { url }, await seal(id, { ...secrets, url: href }));
        return { secret };
      });
      return rotated ?? 'missing';
    },
    async remove(id) {
      const { rowCount } = await pool.query(removeText, [id]);
      await notifyWorkers(pool);
      return rowCount === 1 ? 'removed' : 'missing';
    },
  };
}

/** Leaves out `request.erased` for mail, which has no recipient then. Keeps the old types when only it was wanted. */
function typesFor({ kind, types }: ChannelRow, wanted: readonly EventType[]): readonly EventType[] {
  const once = [...new Set(wanted)];
  if (kind !== 'mail') return once;
  const possible = once.filter((type) => type !== 'request.erased');
  return possible.length === 0 && once.length > 0 ? types : possible;
}

function settingsOf({ url, format, fields, verifiesTls }: NewWebhook) {
  return { format, fields: [...new Set(fields)], verifiesTls, address: shownAddress(url.href) };
}

function changedSettings({ settings }: ChannelRow, { url, fields, verifiesTls }: WebhookChange) {
  const old = webhookSettings.parse(settings);
  return {
    ...old,
    ...(fields && { fields: [...new Set(fields)] }),
    ...(verifiesTls !== undefined && { verifiesTls }),
    address: shownAddress(url?.href ?? old.address),
  };
}
