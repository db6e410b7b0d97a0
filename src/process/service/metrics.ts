import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { createUpkeep } from '../../platform/upkeep/upkeep.ts';
import { createMetricsApp } from '../host/metrics/create-metrics-app.ts';
import { databaseCountsTask } from '../host/metrics/database-counts.ts';
import { createMetrics } from '../host/metrics/metrics.ts';
import { recordMeasurements } from '../host/metrics/record-measurements.ts';
import { type Readings, takeReadings } from '../host/metrics/take-readings.ts';
import { commit, version } from '../program/own-package.ts';
import type { Releases } from '../program/releases.ts';
import type { Foundation } from './foundation.ts';
import type { Intake } from './intake.ts';
import { listen } from './listen.ts';
import type { OperatorSide } from './operator-side.ts';
import type { PassedSockets } from './passed-sockets.ts';

type MetricsConfig = NonNullable<Config['metrics']>;

interface ServedParts {
  readonly config: Config;
  readonly foundation: Foundation;
  readonly intake: Intake | null;
  readonly inbox: OperatorSide | null;
  readonly log: Logger;
  readonly passed: PassedSockets;
}

/** A count of a million rows takes a while. */
const countMs = 20_000;

/** Begins to count the work of this process. Call it before the parts that are measured are made. */
export function createServiceMetrics({ host, port, token }: MetricsConfig, releases: Releases) {
  const metrics = createMetrics();
  metrics.buildInfo.set({ version: version(), commit: commit() ?? 'unknown', node: process.versions.node }, 1);
  releases.add(recordMeasurements(metrics), async (end) => end());

  return {
    /** Serves the metrics. Resolves with the address of the listener. @throws {StartError} */
    async serve(parts: ServedParts): Promise<string> {
      const task = databaseCountsTask(countingPool(parts), metrics);
      releases.add(createUpkeep([task], parts.log, parts.foundation.hasTables), (upkeep) => upkeep.stop()).start();
      const readings = readingsOf(parts);
      const app = createMetricsApp({ metrics, token, takeReadings: () => takeReadings(metrics, readings) });
      releases.addFirst(app, (opened) => opened.close());
      const variables = { host: 'METRICS_HOST', port: 'METRICS_PORT' };
      return listen(app, { host, port, variables, passed: parts.passed.get('metrics') });
    },
  };
}

/** Submissions have the other pool for themselves. */
function countingPool({ config, foundation, inbox }: ServedParts): Pool {
  const timeouts = { ...config.timeLimits, statementMs: countMs };
  return inbox?.pools.inbox ?? foundation.database.openPool({ poolSize: 1, timeouts });
}

function readingsOf({ foundation: { database, diskRoom }, intake, inbox }: ServedParts): Readings {
  return {
    pools: { submissions: database.pool, ...inbox?.pools },
    servers: { ...(intake && { customers: intake.server }), ...(inbox && { operators: inbox.server }) },
    disk: diskRoom,
    intake: intake && {
      uploads: intake.uploads,
      spoolBytes: intake.spoolBytes,
      isOpen: intake.isOpen,
      unready: async () => (await intake.readiness.problems()).map(({ part }) => part),
    },
  };
}
