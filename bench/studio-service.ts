import { service } from './contestants.ts';
import type { Entrant } from './entrants.ts';
import { publishStudio } from './publish-studio.ts';
import { benchRecords } from './records.ts';
import { measureStored } from './server-entrant.ts';
import { makeTables } from './world.ts';

/** The service with a published studio, on a database of its own. Takes part only when named. */
export const studioService: Entrant = {
  name: 'service-studio',
  role: 'service',
  takes: () => true,
  async start(world) {
    const database = await world.databaseServer.openDatabase();
    await makeTables(database, world.start);
    await publishStudio(database, world);
    const server = await world.start({ ...service, name: this.name }, database);
    const here = { ...world, database, records: benchRecords(database) };
    return {
      measure: (job) => measureStored(job, server, here),
      async stop() {
        await server.stop();
        await database.drop();
      },
    };
  },
};
