import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { service } from './contestants.ts';
import type { BenchDatabase } from './database.ts';
import type { Entrant } from './entrants.ts';
import { projectPath } from './paths.ts';
import { benchRecords } from './records.ts';
import { sampleStudio } from './sample-studio.ts';
import { measureStored } from './server-entrant.ts';
import { makeTables, type World } from './world.ts';

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

const run = promisify(execFile);

/** Publishes the studio of the bench, as an owner does with the command. */
export async function publishStudio({ url }: BenchDatabase, { directory, store }: World): Promise<void> {
  const file = join(directory, 'studio.json');
  await writeFile(file, JSON.stringify(sampleStudio));
  const env = { PATH: process.env.PATH, ...store.env, DATABASE_URL: url, DATA_DIR: directory };
  await run(process.execPath, [projectPath('dist/main.js'), 'studio', 'import', file], { env });
}
