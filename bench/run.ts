import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { measureAvailability } from './availability.ts';
import type { Contestant } from './contestants.ts';
import { measureDeliveries } from './deliveries/measure-deliveries.ts';
import { measureGrownTable } from './grown-table.ts';
import { measureInbox } from './inbox/measure-inbox.ts';
import { type Options, readOptions } from './options.ts';
import { projectPath } from './paths.ts';
import { measurePeakMemory } from './peak-memory.ts';
import { type Results, writeReport } from './report/report.ts';
import { runSideBySide } from './side-by-side.ts';
import { measureSize } from './size/measure-size.ts';
import { measureStartUp } from './start-up.ts';
import { openWorld, type World } from './world.ts';

/** An experiment takes seconds per round, and more rounds than these give no new result. */
const maxExperimentRounds = 5;
const maxMemoryRounds = 3;
const peers = 'bench/peers';

const options = readOptions(process.argv.slice(2));
preparePeers(options.contestants);
const world = await openWorld(options.cpuProfileDirectory);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void world.close().then(() => process.exit(1)));
try {
  const tables = await writeReport(await measure(options, world), resultsDirectory(options));
  process.stdout.write(`\n${tables}\n`);
} finally {
  await world.close();
}

async function measure(options: Options, on: World): Promise<Results> {
  const { loads, entrants, contestants, experiments, rounds, requests, deliveries } = options;
  const fewRounds = Math.min(rounds, maxExperimentRounds);
  const sideBySide = loads.length > 0 ? await runSideBySide({ loads, entrants, rounds, log }, on) : [];
  const asked = (name: (typeof experiments)[number]) => {
    const isAsked = experiments.includes(name);
    if (isAsked) log(name);
    return isAsked;
  };
  return {
    rounds,
    sideBySide,
    peakMemory: asked('eight-uploads')
      ? await measurePeakMemory(contestants, Math.min(rounds, maxMemoryRounds), on)
      : [],
    startUp: asked('start-up') ? await measureStartUp(fewRounds, on) : [],
    grownTable: asked('grown-table') ? await measureGrownTable(fewRounds, on) : [],
    deliveries: asked('deliveries') ? await measureDeliveries({ rounds: fewRounds, deliveries, log }, on) : null,
    availability: asked('availability') ? await measureAvailability(requests, on) : null,
    size: asked('size') ? await measureSize({ requests, log }, on) : null,
    inbox: asked('inbox') ? await measureInbox({ requests, rounds: fewRounds, log }, on) : null,
  };
}

/** A partial run does not overwrite the results of the last full one. */
function resultsDirectory({ isWhole }: Options): string {
  return projectPath(isWhole ? 'bench/results' : 'build/bench-results');
}

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Installs the packages of the peers, if one takes part, when they are missing or older than their lock. */
function preparePeers(contestants: readonly Contestant[]): void {
  if (!contestants.some(({ role }) => role === 'peer')) return;
  if (modifiedAt(`${peers}/node_modules/.package-lock.json`) > modifiedAt(`${peers}/package-lock.json`)) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  // The bench's own result is the only output on stdout.
  const { status } = spawnSync('npm', args, { cwd: projectPath(peers), stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${peers}`);
}

function modifiedAt(path: string): number {
  return statSync(projectPath(path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
