import { type Entrant, hasFiles } from '../entrants.ts';
import { programPath } from '../paths.ts';
import { measureStored } from '../server-entrant.ts';
import { startServer } from '../server-process.ts';

/** A bare `node:http` server that inserts the same rows. Submissions that arrive together share one statement. */
export const insert: Entrant = {
  name: 'insert',
  role: 'insert',
  takes: (load) => !hasFiles(load),
  async start(world) {
    const server = await startServer({
      command: [process.execPath, programPath('programs/insert-server.js')],
      workingDirectory: world.directory,
      env: { DATABASE_URL: world.database.url },
    });
    return {
      measure: (job) => measureStored(job, server, world),
      stop: server.stop,
    };
  },
};
