import type { Recorded } from './database.ts';
import type { Load } from './loads.ts';
import type { ServerProcess } from './server-process.ts';
import type { World } from './world.ts';

/** One measurement, a submission's share of it. */
export interface Sample {
  readonly cpuMs: number;
  readonly wallMs: number;
}

export async function measureCpuTime(server: ServerProcess, load: Load, world: World): Promise<Sample> {
  const before = await server.cpuTimeMs();
  const wallMs = await send(server, load, world);
  const cpuMs = (await server.cpuTimeMs()) - before;
  return { cpuMs: cpuMs / load.submissions, wallMs: wallMs / load.submissions };
}

/** The peak of a process that has just been started, in MiB. */
export async function measurePeakMemory(server: ServerProcess, load: Load, world: World): Promise<number> {
  await send(server, load, world);
  return server.peakMemoryMiB();
}

/** Sends the load and sees to it that all of it was recorded: a server that does less than its job is no measure. */
async function send(server: ServerProcess, load: Load, { database, generator }: World): Promise<number> {
  const before = await database.count();
  const wallMs = await generator.run({ port: server.port, load });
  assertRecorded(load, before, await database.count());
  return wallMs;
}

function assertRecorded({ name, submissions, fileCount }: Load, before: Recorded, after: Recorded): void {
  const requests = after.requests - before.requests;
  const files = after.files - before.files;
  if (requests === submissions && files === submissions * fileCount) return;
  throw new Error(`Load "${name}": ${submissions} submissions left ${requests} requests and ${files} files`);
}
