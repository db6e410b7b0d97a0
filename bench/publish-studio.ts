import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchDatabase } from './database.ts';
import { projectPath } from './paths.ts';
import { sampleStudio } from './sample-studio.ts';
import type { World } from './world.ts';

const run = promisify(execFile);

/** Publishes the studio of the bench, as an owner does with the command. */
export async function publishStudio({ url }: BenchDatabase, { directory, store }: World): Promise<void> {
  const file = join(directory, 'studio.json');
  await writeFile(file, JSON.stringify(sampleStudio));
  const env = { PATH: process.env.PATH, ...store.env, DATABASE_URL: url, DATA_DIR: directory };
  await run(process.execPath, [projectPath('dist/main.js'), 'studio', 'import', file], { env });
}
