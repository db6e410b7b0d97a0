import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import type { Redact } from '../../platform/log/redactor.ts';
import { createUpkeep } from '../../platform/upkeep/upkeep.ts';
import { callReceiver } from '../host/heartbeat/call-receiver.ts';
import { heartbeatTask } from '../host/heartbeat/heartbeat.ts';
import { createReleases, type Releases } from '../program/releases.ts';
import { startFailureText } from '../program/start-failure.ts';
import { assertUsableDataDirectory } from '../stores/data-directory.ts';
import { examineAtStart } from './examine-at-start.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { type Intake, startIntake } from './intake.ts';
import { assertClientsAreKnown } from './listen-on-passed-socket.ts';
import type { OperatorSide } from './operator-side.ts';
import { assertListeners, type PassedSockets } from './passed-sockets.ts';
import { startUpkeep } from './upkeep.ts';

export interface Service {
  /** Null without the role `intake`. */
  readonly intake: Intake | null;
  /** Null without the role `inbox`, or when the inbox is switched off. */
  readonly inbox: OperatorSide | null;
  /** The address of the listener of metrics, or null without one. */
  readonly metricsAddress: string | null;
  /** Logs the findings of the quick checks, in the background. */
  examine(): void;
  /** Stops accepting requests, waits for the running ones, then releases everything. Idempotent. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly redact: Redact;
  readonly passed: PassedSockets;
}

/** Starts the parts, each on those before it. When one fails, the parts that were started are closed again. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log, passed } = options;
  const releases = createReleases(log);
  try {
    assertListeners(passed, config);
    await checkDataDirectory(config, log);
    const metrics = await openMetrics(config, releases);
    const foundation = await openFoundation(config, log, releases);
    await startUpkeep({ config, foundation, log, releases });
    // The intake comes first, because the modules of the inbox take a while to load.
    const intake = config.roles.includes('intake') ? await startIntake({ ...options, foundation, releases }) : null;
    const inbox = await startInbox(options, foundation, releases);
    assertClientsAreKnown([intake?.address, inbox?.address], config);
    if (intake !== null && config.heartbeatUrl !== null) {
      startHeartbeat(config.heartbeatUrl, intake, log, releases);
    }
    const metricsAddress = (await metrics?.serve({ config, foundation, intake, inbox, log, passed })) ?? null;
    const { pool } = foundation.database;
    const examine = () => {
      releases.addFirst(examineAtStart({ config, log, pool }), (examination) => examination.stop());
    };
    return { intake, inbox, metricsAddress, examine, close: releases.close };
  } catch (error) {
    await releases.close();
    throw error;
  }
}

function startHeartbeat(url: string, { readiness }: Intake, log: Logger, releases: Releases): void {
  const isReady = async () => (await readiness.problems()).length === 0;
  const task = heartbeatTask({ beat: (signal) => callReceiver(url, signal), isReady, log });
  releases.add(createUpkeep([task], log), (upkeep) => upkeep.stop()).start();
}

/** Loads the modules of metrics only in processes that serve them. */
async function openMetrics({ metrics }: Config, releases: Releases) {
  if (metrics === null) return null;
  const { createServiceMetrics } = await import('./metrics.ts');
  return createServiceMetrics(metrics, releases);
}

/** Loads the modules of the inbox only in processes that serve it. */
async function startInbox(
  { config, log, passed }: ServiceOptions,
  foundation: Foundation,
  releases: Releases,
): Promise<OperatorSide | null> {
  const { inbox } = config;
  if (inbox === null || !config.roles.includes('inbox')) return null;
  const { startOperatorSide } = await import('./operator-side.ts');
  return startOperatorSide({ config, inbox, foundation, log, releases, passed });
}

/** When only temporary files would be in `DATA_DIR`, a fault is a warning. @throws {StartError} */
export async function checkDataDirectory(
  { dataDirectory, databaseUrl, objectStore }: Config,
  log: Logger,
): Promise<void> {
  try {
    await assertUsableDataDirectory(dataDirectory);
  } catch (error) {
    if (databaseUrl === null || objectStore.kind === 'filesystem') throw error;
    log.warn(`Large attachments will fail. ${startFailureText(error, dataDirectory) ?? ''}`);
  }
}
