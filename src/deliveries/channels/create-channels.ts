import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Pool, PoolClient } from 'pg';
import { ownerActor } from '../../events/events.ts';
import { recordChange } from '../../events/record-change.ts';
import { notifyWorkers } from '../../events/wake-up.ts';
import { inTransaction, inTurn } from '../../platform/database/transaction.ts';
import type { KeyRing } from '../../platform/secrets/key-ring.ts';
import type { ChannelChange, ChannelView } from '../kind/channel-shape.ts';
import type { Opened, Stored } from '../kind/kind.ts';
import { openChannel } from '../kind/opened-channel.ts';
import { kinds } from '../kinds/registry.ts';
import type { EventType } from '../ledger/delivery.ts';
import { type ReadReceiverUrl, readReceiverUrl } from '../receivers/receiver-url.ts';
import {
  type ChannelRow,
  changedMembers,
  channelColumns,
  channelFacts,
  unlessSendsNothing,
  viewOf,
} from './channel-row.ts';
import type { Channels } from './channels.ts';

/** Maximum channels. Each channel has a lane of its own in every worker. */
const maxChannels = 50;

const findText = `select ${channelColumns} from delivery_channels where id = $1 and state <> 'removed'`;

// Not the table, to which workers write.
const lockText = "select pg_advisory_xact_lock(hashtextextended('commission channels', 0))";

const insertText = `
  insert into delivery_channels (id, kind, name, types, settings, sealed, created_by)
  select $1, $2, $3, $4, $5, $6, $7
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
  with released as (update service_state set deliveries_held = false where deliveries_held)
  update delivery_channels set state = 'enabled' where state = 'held' returning ${channelColumns}`;

const removeText = `
  update delivery_channels set state = 'removed', sealed = null where id = $1`;

/**
 * Keeps the channels in PostgreSQL and their secrets sealed.
 * @param readUrl reads the URLs of new and changed channels
 */
export function createChannels(pool: Pool, keyRing: KeyRing, readUrl: ReadReceiverUrl = readReceiverUrl): Channels {
  /** Locks the channel, because its settings and secrets are read, changed and written as a whole. */
  async function onLocked<T>(
    id: string,
    work: (client: PoolClient, row: ChannelRow, opened: Opened) => Promise<T>,
  ): Promise<T | null> {
    const done = await inTransaction(pool, async (client) => {
      const [row] = (await client.query<ChannelRow>(`${findText} for update`, [id])).rows;
      return row === undefined ? null : work(client, row, await openChannel(keyRing, row));
    });
    await notifyWorkers(pool);
    return done;
  }

  const view = async (row: ChannelRow) => viewOf(row, kinds[row.kind].show(await openChannel(keyRing, row)));

  async function sealedOf(id: string, secrets: Stored['secrets'], kept: string | null): Promise<string | null> {
    if (secrets === 'keep') return kept;
    return secrets && keyRing.seal(JSON.stringify(secrets), id);
  }

  async function update(
    client: PoolClient,
    row: ChannelRow,
    by: string | null,
    { name, state, types: wanted }: ChannelChange,
    { settings, secrets }: Stored,
  ): Promise<ChannelView | null> {
    const types = wanted === undefined ? null : typesFor(row, wanted);
    const values = [row.id, name ?? null, types, settings, await sealedOf(row.id, secrets, row.sealed), state ?? null];
    const [updated] = (await client.query<ChannelRow>(updateText, values)).rows;
    if (updated === undefined) return null;
    if (!isDeepStrictEqual(settings, row.settings)) {
      await kinds[row.kind].stored?.(client, row.id, settings, row.settings);
    }
    const changed = changedMembers(row, updated, secrets);
    if (changed.length > 0) {
      const to = { ...channelFacts(updated), changed };
      await recordChange(client, ownerActor(by), { kind: 'channel', from: channelFacts(row), to });
    }
    return view(updated);
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
    async add({ kind, name, types, createdBy, ...members }) {
      const made = kinds[kind].make(members, readUrl);
      if ('fault' in made) return made;
      const id = randomUUID();
      const { settings, secrets, secret, usualName } = made;
      const sealed = await sealedOf(id, secrets, null);
      const values = [id, kind, name ?? usualName, [...new Set(types)], settings, sealed, createdBy];
      const adding = inTurn(pool, lockText, async (client) => {
        const [row] = (await client.query<ChannelRow>(insertText, values)).rows;
        if (row === undefined) return null;
        await kinds[kind].stored?.(client, id, settings, null);
        await recordChange(client, ownerActor(createdBy), { kind: 'channel', from: null, to: channelFacts(row) });
        return row;
      });
      const row = await unlessSendsNothing(adding);
      if (row === 'sends-nothing') return row;
      return row === null ? 'too-many' : { channel: await view(row), secret };
    },
    change(id, change, { kind, by = null } = {}) {
      const changed = onLocked(id, async (client, row, opened) => {
        if (kind !== undefined && row.kind !== kind) return null;
        const stored = kinds[row.kind].change(opened, change, readUrl);
        if (stored === 'secret-lost' || 'fault' in stored) return stored;
        return update(client, row, by, change, stored);
      });
      return unlessSendsNothing(changed);
    },
    async release(by = null) {
      const rows = await inTransaction(pool, async (client) => {
        const released = (await client.query<ChannelRow>(releaseText)).rows;
        for (const row of released) {
          const [from, to] = [
            { ...channelFacts(row), state: 'held' },
            { ...channelFacts(row), changed: ['state'] },
          ];
          await recordChange(client, ownerActor(by), { kind: 'channel', from, to });
        }
        return released;
      });
      await notifyWorkers(pool);
      return Promise.all(rows.map(view));
    },
    async rotateSecret(id, url, by = null) {
      const rotated = await onLocked(id, async (client, row, opened) => {
        const made = kinds[row.kind].rotate?.(opened, url, readUrl) ?? null;
        if (made === null || typeof made === 'string' || 'fault' in made) return made;
        await update(client, row, by, {}, made);
        return { secret: made.secret };
      });
      return rotated ?? 'missing';
    },
    async remove(id, by = null) {
      const removed = await onLocked(id, async (client, row) => {
        await client.query(removeText, [id]);
        await recordChange(client, ownerActor(by), { kind: 'channel', from: channelFacts(row), to: null });
        return 'removed' as const;
      });
      return removed ?? 'missing';
    },
  };
}

/** Leaves out the types that the kind does not have. Keeps the old types when only such were wanted. */
function typesFor({ kind, types }: ChannelRow, wanted: readonly EventType[]): readonly EventType[] {
  const once = [...new Set(wanted)];
  const possible = once.filter((type) => kinds[kind].types.possible.includes(type));
  return possible.length === 0 && once.length > 0 ? types : possible;
}
