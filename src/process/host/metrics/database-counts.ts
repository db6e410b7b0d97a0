import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Gauge } from 'prom-client';
import { readChannelHealth } from '../../../deliveries/health/channel-health.ts';
import { noticesChannelId, ownersChannelId, sendingChannels } from '../../../deliveries/ledger/owners-channel.ts';
import type { Task } from '../../../platform/upkeep/upkeep.ts';
import type { Metrics } from './metrics.ts';

const intervalMs = 30_000;
/** Two runs that were missed. */
const leaseSeconds = 75;

// Every process may ask. The database's clock alone decides whose lease it is.
const leaseText = `
  insert into metrics_lease as held (holder, held_until) values ($1, now() + $2 * interval '1 second')
  on conflict (only_one) do update set holder = excluded.holder, held_until = excluded.held_until
  where held.holder = excluded.holder or held.held_until < now()
  returning holder`;

/** One value of a gauge, with the labels that a row's other columns are. */
interface Count {
  readonly value: number | null;
}

const requestsText = 'select status, count(*)::float8 as value from listed_requests group by status';

const oldestNewText = `
  select date_part('epoch', min(created_at)) as value from listed_requests where status = 'NEW'`;

const heldText = `select count(*)::float8 as value from commission_requests where hold = 'held'`;

const intentsText = 'select lower(state) as state, count(*)::float8 as value from upload_intents group by state';

const oldestIntentText = `select date_part('epoch', min(lease_until)) as value from upload_intents where state = 'PENDING'`;

// The hidden channels have no row.
const kindOf = `case d.channel_id when '${ownersChannelId}' then 'owners' when '${noticesChannelId}' then 'openings' else c.kind end`;

const deliveriesText = `
  select ${kindOf} as kind, d.state, count(*)::float8 as value
  from deliveries d left join delivery_channels c on c.id = d.channel_id
  group by 1, 2`;

const oldestPendingText = `
  select c.kind, date_part('epoch', min(d.due_at)) as value
  from deliveries d join ${sendingChannels} c on c.id = d.channel_id
  where d.state = 'pending' and d.due_at < now() and c.state = 'enabled'
  group by 1`;

const backupText = "select date_part('epoch', backed_up_at) as value from service_state";
const backupFailureText = "select date_part('epoch', backup_failed_at) as value from service_state";

const erasuresText = `
  select count(*)::float8 as value from erasures e
  where e.receipt_at is null or exists (
    select from upload_intents i where i.request_id = e.request_id and i.objects_deleted_at is null
  )`;

/**
 * Returns the task that counts in the database while this process holds the lease (S34). A process that loses it forgets
 * its counts, so that no two processes show them.
 * @param pool Not the one of submissions.
 */
export function databaseCountsTask(pool: Pool, metrics: Metrics): Task {
  const holder = randomUUID();
  const gauges: readonly Gauge[] = [
    metrics.requests,
    metrics.requestOldestNew,
    metrics.requestsHeld,
    metrics.intents,
    metrics.intentOldest,
    metrics.deliveries,
    metrics.deliveryOldestPending,
    metrics.channels,
    metrics.backupLastSuccess,
    metrics.backupLastFailure,
    metrics.erasuresIncomplete,
    metrics.databaseCounts,
  ];

  async function count(gauge: Gauge, text: string): Promise<void> {
    const { rows } = await pool.query<Count & Record<string, string>>(text);
    forget(gauge);
    for (const { value, ...labels } of rows) if (value !== null) gauge.set(labels, value);
  }

  async function countChannels(): Promise<void> {
    const health = await readChannelHealth(pool);
    forget(metrics.channels);
    for (const { channel, verdict } of health) metrics.channels.inc({ kind: channel.kind, verdict });
  }

  return {
    name: 'counts for metrics',
    intervalMs,
    async run() {
      const { rowCount } = await pool.query(leaseText, [holder, leaseSeconds]);
      if (rowCount === 0) return gauges.forEach(forget);
      await count(metrics.requests, requestsText);
      await count(metrics.requestOldestNew, oldestNewText);
      await count(metrics.requestsHeld, heldText);
      await count(metrics.intents, intentsText);
      await count(metrics.intentOldest, oldestIntentText);
      await count(metrics.deliveries, deliveriesText);
      await count(metrics.deliveryOldestPending, oldestPendingText);
      await countChannels();
      await count(metrics.backupLastSuccess, backupText);
      await count(metrics.backupLastFailure, backupFailureText);
      await count(metrics.erasuresIncomplete, erasuresText);
      metrics.databaseCounts.setToCurrentTime();
    },
  };
}

/** Removes all values, also that of a gauge without labels. */
function forget(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}
