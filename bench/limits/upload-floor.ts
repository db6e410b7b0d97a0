import type { Entrant } from '../entrants.ts';
import { hasFiles } from '../entrants.ts';
import { startJobProcess } from '../job-process.ts';
import { programPath } from '../paths.ts';
import { cpuTimeMs } from '../process-usage.ts';
import { sampleOf } from '../sample.ts';
import { measureServer } from '../server-entrant.ts';
import { startServer } from '../server-process.ts';

/** Receiving alone: a bare `node:http` server that drains every body. */
export const drain: Entrant = {
  name: 'drain',
  role: 'drain',
  takes: () => true,
  async start(world) {
    const server = await startServer({
      command: [process.execPath, programPath('programs/drain-server.js')],
      workingDirectory: world.directory,
      env: {},
    });
    return {
      measure: (job) => measureServer(job, server, world),
      stop: server.stop,
    };
  },
};

/**
 * Sending alone: a bare `node:http` client that puts the same bytes in the same number of objects into the same store.
 */
export const put: Entrant = {
  name: 'put',
  role: 'put',
  takes: hasFiles,
  async start(world) {
    const client = startJobProcess('programs/put-client.js', world.store.env);
    return {
      async measure(job) {
        const before = await cpuTimeMs(client.pid);
        const timing = await client.run(job);
        return sampleOf(timing, (await cpuTimeMs(client.pid)) - before);
      },
      stop: async () => client.stop(),
    };
  },
};
