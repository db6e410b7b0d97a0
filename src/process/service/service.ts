import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { existingFolder, obstacleTo } from '../../doctor/machine/existing-folder.ts';
import type { Redact } from '../../log/redactor.ts';
import { createReleases, type Releases } from '../releases.ts';
import { noFolderText, StartError, startFailureText } from '../start-failure.ts';
import { examineAtStart } from './examine-at-start.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { type Intake, startIntake } from './intake.ts';
import type { OperatorSide } from './operator-side.ts';

export interface Service {
  /** Null without the role `intake`. */
  readonly intake: Intake | null;
  /** Null without the role `inbox`, or when the inbox is switched off. */
  readonly inbox: OperatorSide | null;
  /** Stops accepting requests, waits for the running ones, then releases everything. Idempotent. */
  close(): Promise<void>;
}

interface ServiceOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly redact: Redact;
  /** Called and awaited once customers are served, before the operators' side loads, which keeps the process busy. */
  onIntake?(intake: Intake): Promise<void>;
}

/** Starts the parts, each on those before it. When one fails, the parts that were started are closed again. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log } = options;
  const releases = createReleases(log);
  try {
    await checkDataDirectory(config, log);
    const foundation = await openFoundation(config, log, releases);
    const intake = config.roles.includes('intake') ? await startIntake({ ...options, foundation, releases }) : null;
    if (intake !== null) await options.onIntake?.(intake);
    const inbox = await startInbox(options, foundation, releases);
    const { pool } = foundation.database;
    releases.addFirst(examineAtStart({ config, log, pool }), (examination) => examination.stop());
    return { intake, inbox, close: releases.close };
  } catch (error) {
    await releases.close();
    throw error;
  }
}

/** Loads the modules of the inbox only in processes that serve it. */
async function startInbox(
  { config, log }: ServiceOptions,
  foundation: Foundation,
  releases: Releases,
): Promise<OperatorSide | null> {
  const { inbox } = config;
  if (inbox === null || !config.roles.includes('inbox')) return null;
  const { startOperatorSide } = await import('./operator-side.ts');
  return startOperatorSide({ config, inbox, foundation, log, releases });
}

/**
 * Checks that this process may write or create `DATA_DIR`. Creates nothing, because each part creates its own folders
 * durably. When only temporary files would be in it, a fault is a warning. @throws the system's error, or a StartError
 */
async function checkDataDirectory(config: Config, log: Logger): Promise<void> {
  const { dataDirectory, databaseUrl, objectStore } = config;
  try {
    const obstacle = await obstacleTo(dataDirectory);
    if (obstacle !== null) throw new StartError(noFolderText(dataDirectory, obstacle));
    await access(await existingFolder(dataDirectory), constants.W_OK | constants.X_OK);
  } catch (error) {
    if (databaseUrl === null || objectStore.kind === 'filesystem') throw error;
    log.warn(`Large attachments will fail. ${startFailureText(error, dataDirectory) ?? ''}`);
  }
}
