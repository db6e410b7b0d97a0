import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectPath } from './paths.ts';
import { ownCpuTimeMs } from './process-usage.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import type { World } from './world.ts';

interface StartSample {
  /** From the start of the program to the first ready response of `/readyz`. */
  readonly wallMs: number;
  /** The CPU time of the service's own process; null for Node alone. */
  readonly cpuMs: number | null;
}

export interface StartUp {
  readonly title: string;
  readonly samples: readonly StartSample[];
}

const pollMs = 5;
const readyTimeoutMs = 30_000;

/** Measures the time until the service is ready. Each round runs every kind of start once. */
export async function measureStartUp(rounds: number, world: World): Promise<StartUp[]> {
  const node = { title: 'Node with nothing to do', samples: [] as StartSample[] };
  const first = { title: 'first start, embedded database', samples: [] as StartSample[] };
  const later = { title: 'later start, embedded database', samples: [] as StartSample[] };
  const onServer = { title: 'start with `DATABASE_URL`', samples: [] as StartSample[] };
  // The folder is empty, and the service is not ready when records name missing objects.
  await world.records.clear();
  for (let round = 0; round < rounds; round++) {
    const directory = await mkdtemp(join(world.directory, 'start-'));
    node.samples.push(await startNode());
    first.samples.push(await startService(directory, {}));
    later.samples.push(await startService(directory, {}));
    onServer.samples.push(await startService(directory, { DATABASE_URL: world.database.url }));
    await rm(directory, { recursive: true });
  }
  return [node, first, later, onServer];
}

async function startNode(): Promise<StartSample> {
  const startedAt = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return { wallMs: performance.now() - startedAt, cpuMs: null };
}

async function startService(workingDirectory: string, env: Readonly<Record<string, string>>): Promise<StartSample> {
  const startedAt = performance.now();
  const server = await startServer({
    command: [process.execPath, projectPath('dist/main.js'), 'serve'],
    workingDirectory,
    env: { BUCKET_NAME: 'attachments', LOG_LEVEL: 'warn', ...env },
  });
  try {
    await untilReady(server);
    return { wallMs: performance.now() - startedAt, cpuMs: await ownCpuTimeMs(server.pid) };
  } finally {
    await server.stop();
  }
}

async function untilReady({ port }: ServerProcess): Promise<void> {
  for (const deadline = Date.now() + readyTimeoutMs; ; await sleep(pollMs)) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    if (response.ok) return;
    if (Date.now() > deadline) throw new Error(`It is not ready after ${readyTimeoutMs} ms: ${await response.text()}`);
  }
}
