import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseCountsTask } from '../../src/process/host/metrics/database-counts.ts';
import { createMetrics, type Metrics } from '../../src/process/host/metrics/metrics.ts';
import { type DeliveriesStage, openDeliveriesStage } from '../deliveries/stage.ts';
import { addChannel } from '../support/add-channel.ts';

let stage: DeliveriesStage;

beforeAll(async () => {
  stage = await openDeliveriesStage();
});

afterAll(() => stage.close());

/** Counts once, as a process with these metrics does. */
function countInto(metrics: Metrics): () => Promise<void> {
  const task = databaseCountsTask(stage.pool, metrics);
  return () => task.run(new AbortController().signal);
}

async function valuesOf(metrics: Metrics, name: string) {
  const found = await metrics.registry.getSingleMetric(`commissions_${name}`)?.get();
  return found?.values.map(({ labels, value }) => [...Object.values(labels), value]);
}

describe('the counts of the database', () => {
  it('are those of requests, uploads, deliveries, channels, erasures and back-ups', async () => {
    const before = Date.now() / 1000 - 60;
    await stage.pool.query("update service_state set backed_up_at = '2026-01-02T03:04:05Z'");
    await stage.pool.query("update service_state set backup_failed_at = '2026-01-03T03:04:05Z'");
    await stage.pool.query(
      "insert into erasures (request_id, reason, object_keys) values (gen_random_uuid(), 'request', '{}')",
    );
    await stage.pool.query(
      `insert into upload_intents (request_id, keys, state, lease_until, condemned_at)
        values (gen_random_uuid(), '{a}', 'PENDING', now(), null), (gen_random_uuid(), '{b}', 'CONDEMNED', now(), now())`,
    );
    const { channel } = await addChannel(stage.channels, {
      kind: 'ntfy',
      types: ['request.created'],
      server: 'https://ntfy.example.org',
      topic: 'studio-7Kq2xW',
    });
    const id = await stage.inbox.store();
    await stage.makeDelivery(channel.id, id);
    await stage.pool.query("update deliveries set due_at = now() - interval '1 minute'");

    const metrics = createMetrics();
    await countInto(metrics)();
    expect(await valuesOf(metrics, 'requests')).toEqual([['NEW', 1]]);
    expect(await valuesOf(metrics, 'request_oldest_new_timestamp_seconds')).toEqual([
      [expect.toSatisfy((at: number) => at > before)],
    ]);
    expect(await valuesOf(metrics, 'intents')).toEqual(
      expect.arrayContaining([
        ['pending', 1],
        ['condemned', 1],
      ]),
    );
    expect(await valuesOf(metrics, 'intent_oldest_timestamp_seconds')).toHaveLength(1);
    expect(await valuesOf(metrics, 'deliveries')).toEqual([['ntfy', 'pending', 1]]);
    expect(await valuesOf(metrics, 'delivery_oldest_pending_timestamp_seconds')).toEqual([
      ['ntfy', expect.toSatisfy((at: number) => at > before - 60)],
    ]);
    expect(await valuesOf(metrics, 'channels')).toEqual([['ntfy', 'idle', 1]]);
    expect(await valuesOf(metrics, 'erasures_incomplete')).toEqual([[1]]);
    expect(await valuesOf(metrics, 'backup_last_success_timestamp_seconds')).toEqual([
      [Date.parse('2026-01-02T03:04:05Z') / 1000],
    ]);
    expect(await valuesOf(metrics, 'backup_last_failure_timestamp_seconds')).toEqual([
      [Date.parse('2026-01-03T03:04:05Z') / 1000],
    ]);
  });

  it('are taken by one process, until it has been silent for longer than its lease', async () => {
    await stage.pool.query('truncate metrics_lease');
    const [one, other] = [createMetrics(), createMetrics()];
    const [countOne, countOther] = [countInto(one), countInto(other)];
    await countOne();
    await countOther();
    expect(await valuesOf(one, 'erasures_incomplete')).toHaveLength(1);
    expect(await valuesOf(other, 'erasures_incomplete')).toEqual([]);
    await stage.pool.query("update metrics_lease set held_until = now() - interval '1 second'");
    await countOther();
    await countOne();
    expect(await valuesOf(other, 'erasures_incomplete')).toHaveLength(1);
    expect(await valuesOf(one, 'erasures_incomplete')).toEqual([]);
    expect(await valuesOf(one, 'requests')).toEqual([]);
  });
});
