import { service } from '../contestants.ts';
import type { BenchDatabase } from '../database.ts';
import { leadInJobOf, noFileLoad, type Step, warmUpJobOf } from '../loads.ts';
import type { Sample } from '../sample.ts';
import { measureServer } from '../server-entrant.ts';
import type { ServerProcess } from '../server-process.ts';
import type { World } from '../world.ts';
import type { DeliveryOptions, WebhookSetup } from './webhook-setup.ts';

/** Submissions without files to one process, in rounds. */
export interface IntakeSeries {
  readonly name: string;
  readonly step: Step;
  readonly samples: readonly IntakeSample[];
}

interface IntakeSample extends Sample {
  /** PostgreSQL's CPU time for one submission. */
  readonly databaseCpuMs: number;
}

interface Intake {
  readonly name: string;
  readonly database: BenchDatabase;
  readonly server: ServerProcess;
}

/** Steps have no time limit, because a busy machine would send only a few submissions within a limit. */
const steps: readonly Step[] = [
  { concurrency: 8, submissions: 4000 },
  { concurrency: 64, submissions: 20_000 },
];
const deadlockDetected = '40P01';
const clearTries = 20;

/**
 * Compares the same process without a channel, with a webhook that it sends itself, and with one that another process
 * sends.
 */
export async function compareIntakes(
  { rounds, log }: DeliveryOptions,
  webhook: WebhookSetup,
  world: World,
): Promise<IntakeSeries[]> {
  const { receiver } = webhook;
  const start = async (
    name: string,
    env: Readonly<Record<string, string>>,
    database: BenchDatabase,
  ): Promise<Intake> => ({
    name,
    database,
    server: await world.start({ ...service, env: { INBOX: 'off', ...receiver.env, ...env } }, database),
  });
  const intakes = [
    await start('no channel', {}, world.database),
    await start('a webhook', {}, webhook.database),
    await start('a webhook, sent elsewhere', { ROLES: 'intake' }, webhook.database),
  ];
  try {
    for (const intake of intakes) await measureServer(warmUpJobOf(noFileLoad), intake.server, world);
    const series = steps.flatMap((step) =>
      intakes.map((intake) => ({ name: intake.name, step, intake, samples: [] as IntakeSample[] })),
    );
    for (let round = 0; round < rounds; round += 1) {
      log(`deliveries: intake, round ${round + 1} of ${rounds}`);
      for (const step of steps) {
        const ofStep = series.filter((one) => one.step === step);
        const first = round % ofStep.length;
        for (const { intake, samples } of [...ofStep.slice(first), ...ofStep.slice(0, first)]) {
          samples.push(await measure(intake, step, webhook, world));
        }
      }
    }
    return series.map(({ name, step, samples }) => ({ name, step, samples }));
  } finally {
    for (const { server } of intakes) await server.stop();
  }
}

async function measure(
  { database, server }: Intake,
  step: Step,
  webhook: WebhookSetup,
  world: World,
): Promise<IntakeSample> {
  await clear(database);
  await measureServer(leadInJobOf(noFileLoad, step), server, world);
  const before = await webhook.databaseCpuMs();
  const sample = await measureServer(
    { forms: noFileLoad.forms, ...step, maxDurationMs: Number.MAX_SAFE_INTEGER },
    server,
    world,
  );
  const databaseCpuMs = ((await webhook.databaseCpuMs()) - before) / sample.submissions;
  // Deletes pending deliveries, so that they are not sent during the next measurement.
  await clear(database);
  return { ...sample, databaseCpuMs };
}

/** Retries after a deadlock with the service's upkeep, which runs meanwhile. */
async function clear(database: BenchDatabase, tries = clearTries): Promise<void> {
  try {
    await database.query('truncate deliveries, delivery_attempts');
    await database.query('truncate commission_requests, upload_intents, idempotency_keys, request_events cascade');
  } catch (error) {
    if (tries === 1 || (error as { readonly code?: string }).code !== deadlockDetected) throw error;
    await clear(database, tries - 1);
  }
}
