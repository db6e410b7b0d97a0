import type { Entrant } from '../entrants.ts';
import { hasFiles } from '../entrants.ts';
import { startJobProcess } from '../job-process.ts';
import { programPath } from '../paths.ts';
import { cpuTimeMs } from '../process-usage.ts';
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
      measure: (load, step) => measureServer({ forms: load.forms, ...step }, server, world),
      stop: server.stop,
    };
  },
};

/** Sending alone: a bare `node:http` client that puts as many bytes in as many objects into the same store. */
export const put: Entrant = {
  name: 'put',
  role: 'put',
  takes: hasFiles,
  async start(world) {
    const client = startJobProcess('programs/put-client.js', world.store.env);
    return {
      async measure({ forms }, step) {
        const before = await cpuTimeMs(client.pid);
        const { wallMs, p50Ms, p99Ms } = await client.run({ forms, ...step });
        const cpuMs = (await cpuTimeMs(client.pid)) - before;
        return { cpuMs: cpuMs / step.submissions, wallMs: wallMs / step.submissions, p50Ms, p99Ms };
      },
      stop: async () => client.stop(),
    };
  },
};
