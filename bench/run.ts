import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { readOptions } from './options.ts';
import { projectPath } from './paths.ts';
import { cpuTable, memoryTable, ratioToBetterPeer } from './report.ts';
import { type CpuResult, type MemoryResult, runCpuRounds, runMemory } from './rounds.ts';
import { openWorld } from './world.ts';

const options = readOptions(process.argv.slice(2));
const say = (line: string) => process.stderr.write(`${line}\n`);
const world = await openWorld(options.cpuProfileDirectory);
try {
  const { contestants, rounds } = options;
  const cpuLoads = options.loads.filter(({ measures }) => measures === 'cpu-time');
  const memoryLoads = options.loads.filter(({ measures }) => measures === 'peak-memory');
  const cpu = cpuLoads.length > 0 ? await runCpuRounds(cpuLoads, contestants, rounds, world, say) : [];
  const memory = await runMemory(memoryLoads, contestants, world, say);
  if (cpu.length > 0) process.stdout.write(`\n${cpuTable(cpu)}\n`);
  if (memory.length > 0) process.stdout.write(`\n${memoryTable(memory)}\n`);
  await writeResults(cpu, memory);
} finally {
  await world.close();
}

async function writeResults(cpu: readonly CpuResult[], memory: readonly MemoryResult[]): Promise<void> {
  const results = {
    takenAt: new Date().toISOString(),
    node: process.version,
    cores: cpus().length,
    cpuModel: cpus()[0]?.model,
    cpu: cpu.map((result) => ({
      load: result.load.name,
      contestant: result.contestant.name,
      ratioToBetterPeer: ratioToBetterPeer(result, cpu),
      samples: result.samples,
    })),
    memory: memory.map(({ load, contestant, peakMiB }) => ({ load: load.name, contestant: contestant.name, peakMiB })),
  };
  await mkdir(projectPath('bench/results'), { recursive: true });
  await writeFile(projectPath('bench/results/latest.json'), `${JSON.stringify(results, null, 2)}\n`);
}
