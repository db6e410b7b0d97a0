import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createChannels } from '../../src/deliveries/channels/create-channels.ts';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import { keysOf } from '../../src/platform/secrets/key-file.ts';
import { createKeyRing } from '../../src/platform/secrets/key-ring.ts';

/** The rows of a trial. */
export interface Queue {
  addChannel(name: string, url: URL): Promise<string>;
  /**
   * Adds this many deliveries to the channel, each for its own request, all of one customer. Resolves with their ids.
   */
  fill(channelId: string, count: number, email?: string): Promise<readonly string[]>;
  /** Resolves with the number of deliveries of these channels that have not been tried or are being tried. */
  untried(channelIds: readonly string[]): Promise<number>;
  /** Resolves with the number of deliveries of the channel that are not delivered. */
  undelivered(channelId: string): Promise<number>;
  /**
   * Simulates a jump of the database's clock, which is the only clock that counts. Due times and leases move in the
   * opposite direction.
   */
  jumpClock(ms: number): Promise<void>;
  /** Ends the leases of killed processes and the pauses after them. */
  releaseKilled(): Promise<void>;
}

/** Of a lease of one minute. A younger try may still be in progress. */
const youngMs = 25_000;
const leaseMs = 60_000;

export function createQueue(pool: Pool, secretsKey: string): Queue {
  const keys = keysOf([secretsKey]);
  const channels = createChannels(
    pool,
    createKeyRing(async () => keys),
  );
  const count = async (text: string, values: unknown[]) =>
    (await pool.query<{ count: number }>(`select count(*)::int as count from deliveries where ${text}`, values)).rows[0]
      ?.count ?? 0;

  return {
    async addChannel(name, url) {
      const added = await channels.add({
        kind: 'webhook',
        name,
        url: url.href,
        format: 'standard',
        types: ['request.erased'],
        fields: ['customerName', 'message'],
        verifiesTls: true,
        createdBy: null,
      });
      if (typeof added === 'string' || 'fault' in added) throw new Error('There is room for the trial');
      return added.channel.id;
    },
    // A person of its own for each request: one person gets at most one confirmation an hour.
    async fill(channelId, wanted, email = 'mia@example.org') {
      const ids = Array.from({ length: wanted }, () => randomUUID());
      await pool.query(
        `with request as (
          insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids)
          select gen_random_uuid(), now(), 'NEW', 'Mia', replace($3, '@', '_' || id || '@'), repeat('Two cats. ', 50), '{}'
          from unnest($2::uuid[]) as id returning id
        ), numbered as (select id, row_number() over () as number from request)
        insert into deliveries (id, channel_id, request_id, type)
        select delivery.id, $1, numbered.id, 'request.created'
        from unnest($2::uuid[]) with ordinality as delivery (id, number) join numbered using (number)`,
        [channelId, ids, email],
      );
      return ids;
    },
    untried: (ids) =>
      count("channel_id = any($1) and (state = 'sending' or (state = 'pending' and attempt = 0))", [ids]),
    undelivered: (id) => count("channel_id = $1 and state <> 'delivered'", [id]),
    async jumpClock(ms) {
      const text = `
        update deliveries
        set due_at = due_at - $1 * interval '1 millisecond', lease_until = lease_until - $1 * interval '1 millisecond'
        where state in ('pending', 'sending')`;
      await inTransaction(pool, async (client) => {
        // The workers lock rows in another order. Row locks alone could deadlock with theirs.
        await client.query('lock table deliveries in exclusive mode');
        await client.query(text, [ms]);
      });
    },
    async releaseKilled() {
      await pool.query(
        `update deliveries set lease_until = now()
         where state = 'sending' and lease_until < now() + $1 * interval '1 millisecond'`,
        [leaseMs - youngMs],
      );
      await pool.query(
        `update deliveries d set due_at = now()
         where d.state = 'pending' and d.due_at > now() and exists (
           select from delivery_attempts a where a.delivery_id = d.id and a.number = d.attempt and a.result = 'lost'
         )`,
      );
    },
  };
}
