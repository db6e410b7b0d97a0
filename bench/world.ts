import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Contestant, service } from './contestants.ts';
import { type BenchDatabase, type BenchServer, openServer } from './database.ts';
import { type JobProcess, startJobProcess } from './job-process.ts';
import type { SubmissionJob } from './load-job.ts';
import { type BenchObjectStore, openObjectStore } from './object-store.ts';
import { projectPath } from './paths.ts';
import { type BenchRecords, benchRecords } from './records.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Everything that the contestants share in one run. */
export interface World {
  /** A directory for files that last as long as the run. */
  readonly directory: string;
  readonly databaseServer: BenchServer;
  /** A database with the service's tables. */
  readonly database: BenchDatabase;
  readonly records: BenchRecords;
  readonly store: BenchObjectStore;
  readonly generator: JobProcess<SubmissionJob>;
  start(contestant: Contestant, database: BenchDatabase): Promise<ServerProcess>;
  close(): Promise<void>;
}

export async function openWorld(cpuProfileDirectory: string | null): Promise<World> {
  const directory = await mkdtemp(join(tmpdir(), 'commission-bench-'));
  const releases: (() => Promise<void> | void)[] = [() => rm(directory, { recursive: true, force: true })];
  const releaseAll = async () => {
    for (const release of releases.reverse()) await release();
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= releaseAll();
    return closing;
  };
  try {
    const databaseServer = await openServer(directory);
    releases.push(databaseServer.stop);
    const database = await databaseServer.openDatabase();
    releases.push(database.drop);
    const store = await openObjectStore(directory);
    releases.push(store.stop);
    const generator = startJobProcess<SubmissionJob>('programs/load-generator.js', {});
    releases.push(generator.stop);
    const start = (contestant: Contestant, on: BenchDatabase) =>
      startContestant(contestant, { directory, databaseUrl: on.url, store, cpuProfileDirectory });
    await makeTables(database, start);
    return { directory, databaseServer, database, records: benchRecords(database), store, generator, start, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts the service once, because it creates its tables at the start. */
export async function makeTables(database: BenchDatabase, start: World['start']): Promise<void> {
  const first = await start(service, database);
  await first.stop();
}

interface Surroundings {
  readonly directory: string;
  readonly databaseUrl: string;
  readonly store: BenchObjectStore;
  readonly cpuProfileDirectory: string | null;
}

function startContestant(contestant: Contestant, around: Surroundings): Promise<ServerProcess> {
  const { directory, databaseUrl, store, cpuProfileDirectory } = around;
  const [program, ...args] = contestant.command;
  return startServer({
    command: [...executable(contestant, cpuProfileDirectory), projectPath(program), ...args],
    workingDirectory: directory,
    // No contestant logs successes, so that all have the same costs.
    env: {
      ...store.env,
      NODE_ENV: 'production',
      NODE_NO_WARNINGS: '1',
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      DATA_DIR: directory,
      ...contestant.env,
    },
  });
}

function executable({ runtime }: Contestant, cpuProfileDirectory: string | null): [string, ...string[]] {
  if (runtime === 'bun') return [bunProgram];
  if (!cpuProfileDirectory) return [process.execPath];
  return [process.execPath, '--cpu-prof', `--cpu-prof-dir=${resolve(cpuProfileDirectory)}`];
}

/** Bun's own packages link the binary with an install script. The binary itself is in the platform's package. */
const bunProgram = projectPath(
  `bench/peers/node_modules/@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : 'x64'}/bin/bun`,
);
