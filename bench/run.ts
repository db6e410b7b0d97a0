import { readOptions } from './options.ts';
import { measurePeakMemory } from './peak-memory.ts';
import { preparePeers } from './peer-packages.ts';
import { figuresOf } from './report/figures.ts';
import { memoryTable } from './report/memory-table.ts';
import { sideBySideTable } from './report/side-by-side-table.ts';
import { runSideBySide } from './side-by-side.ts';
import { openWorld } from './world.ts';

const options = readOptions(process.argv.slice(2));
const say = (line: string) => process.stderr.write(`${line}\n`);
preparePeers(options.contestants);
const world = await openWorld(options.cpuProfileDirectory);
try {
  const series = await runSideBySide({ ...options, say }, world);
  if (series.length > 0) process.stdout.write(`\n${sideBySideTable(figuresOf(series))}\n`);
  if (options.experiments.includes('eight-uploads')) {
    say('eight uploads at once');
    const memory = await measurePeakMemory(options.contestants, Math.min(options.rounds, 3), world);
    process.stdout.write(`\n${memoryTable(memory)}\n`);
  }
} finally {
  await world.close();
}
