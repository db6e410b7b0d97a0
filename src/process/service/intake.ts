import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { createApp } from '../../http/app.ts';
import type { Readiness } from '../../intake/readiness/readiness.ts';
import type { Redact } from '../../platform/log/redactor.ts';
import { createCustomerParts } from '../parts/customer-parts.ts';
import type { Releases } from '../program/releases.ts';
import type { Foundation } from './foundation.ts';
import { listen } from './listen.ts';
import type { PassedSockets } from './passed-sockets.ts';

/** The customers' side. */
export interface Intake {
  /** The address of the listener: `http://<host>:<port>`, or a text for a socket file. */
  readonly address: string;
  readonly readiness: Readiness;
  readonly server: Server;
  /** The number of uploads in progress. */
  uploads(): number;
  /** Memory that holds attachments. */
  spoolBytes(): number;
  /** Resolves with whether customers may send requests now, to the waiting list too. */
  isOpen(): Promise<boolean>;
}

interface IntakeOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly redact: Redact;
  readonly foundation: Foundation;
  readonly releases: Releases;
  readonly passed: PassedSockets;
}

/** Serves the form, its endpoint and the documents. */
export async function startIntake({
  config,
  log,
  redact,
  foundation,
  releases,
  passed,
}: IntakeOptions): Promise<Intake> {
  const { database, studio } = foundation;
  const openingPool = database.openPool({ poolSize: 2, timeouts: config.timeLimits });
  const parts = createCustomerParts({ ...foundation, config, log, redact, pool: database.pool, openingPool });
  const { readiness, spool, admission, opening } = parts;
  releases.add(readiness, async (opened) => opened.stop());
  await spool.removeLeftOvers();
  const app = releases.addFirst(createApp(parts), (opened) => opened.close());
  const { host, port } = config;
  const address = await listen(app, {
    host,
    port,
    variables: { host: 'HOST', port: 'PORT' },
    passed: passed.get('form'),
  });
  return {
    address,
    readiness,
    server: app.server,
    uploads: admission.uploads,
    spoolBytes: () => spool.memoryBytes,
    isOpen: async () => (await opening.of(studio.known())).state !== 'closed',
  };
}
