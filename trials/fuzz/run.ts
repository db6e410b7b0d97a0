import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { projectPath } from '../../bench/paths.ts';
import { composeInput } from './compose-input.ts';
import { readInput, writeInput } from './input.ts';
import type { Assignment, Message, Tally } from './messages.ts';
import { type Options, readOptions } from './options.ts';

/** No execution takes a tenth of this, even on a busy machine. Progress is printed at the same interval. */
const hangMs = 30_000;
const heapMiB = 256;

installPeer();
const options = readOptions(process.argv.slice(2));
if (options.replay === null) await fuzz(options);
else await replay(options.replay);

async function replay(path: string): Promise<void> {
  const { execute } = await import('./execute.ts');
  console.log(await execute(await readInput(path)));
}

async function fuzz({ seed, maxExecutions, maxMs }: Options): Promise<void> {
  console.log(`seed ${seed}`);
  const progress = new SharedArrayBuffer(4);
  const assignment: Assignment = { seed, maxExecutions, maxMs, progress };
  const worker = new Worker(new URL('worker.js', import.meta.url), {
    workerData: assignment,
    resourceLimits: { maxOldGenerationSizeMb: heapMiB },
  });
  const current = new Int32Array(progress);
  let tally: Tally | null = null;
  const writing: Promise<void>[] = [];
  const report = (index: number, text: string) => writing.push(keepFinding(seed, index, text));

  worker.on('message', (message: Message) => {
    if (message.kind === 'tally') tally = message.tally;
    else report(message.index, message.text);
  });
  worker.on('error', (error) => report(Atomics.load(current, 0), `crash: ${error}`));
  const ended = new Promise<'ended'>((resolve) => worker.once('exit', () => resolve('ended')));
  const stuck = await Promise.race([ended, watchProgress(current)]);
  if (stuck === 'stuck') {
    report(Atomics.load(current, 0), `hang: over ${hangMs} ms`);
    await worker.terminate();
  } else if (tally === null && writing.length === 0) {
    report(Atomics.load(current, 0), 'hang: an execution waits for something that does not come');
  }
  await Promise.all(writing);
  if (tally !== null) process.stdout.write(`\n${reportOf(tally)}\n`);
  console.log(writing.length === 0 ? 'No findings' : `${writing.length} findings`);
  process.exit(writing.length === 0 ? 0 : 1);
}

/** Prints the worker's progress. Resolves when an execution does not end. */
async function watchProgress(current: Int32Array): Promise<'stuck'> {
  for (;;) {
    const before = Atomics.load(current, 0);
    await sleep(hangMs, undefined, { ref: false });
    const now = Atomics.load(current, 0);
    if (now === before) return 'stuck';
    console.log(`${now} executions, ${Math.round(((now - before) / hangMs) * 1000)} a second`);
  }
}

async function keepFinding(seed: number, index: number, text: string): Promise<void> {
  const path = projectPath(`build/findings/fuzz-${seed}-${index}.json`);
  await writeInput(path, composeInput(seed, index), text);
  console.log(`\n${text}\n  npm run fuzz -- --replay ${relative(process.cwd(), path)}`);
}

function installPeer(): void {
  if (existsSync(projectPath('trials/node_modules/busboy'))) return;
  const { status } = spawnSync('npm', ['ci', '--prefix', 'trials', '--no-audit', '--no-fund'], {
    cwd: projectPath('.'),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('The packages of the trials could not be installed');
}

/** Returns the tally as lines of text. */
function reportOf({ executions, elapsedMs, bytes, mostKeptMiB, outcomes, notes }: Tally): string {
  const rate = Math.round((executions / elapsedMs) * 1000);
  const seconds = Math.round(elapsedMs / 1000);
  const mebibytes = Math.round(bytes / 2 ** 20);
  return [
    `${executions} executions in ${seconds} s, ${rate} a second, ${mebibytes} MiB of bodies, each read three times;`,
    `at most ${Math.round(mostKeptMiB)} MiB in use behind a collection of garbage`,
    '',
    ...linesOf(outcomes),
    '',
    'Known differences and refusals, in how many executions:',
    ...linesOf(notes),
    '',
  ].join('\n');
}

function linesOf(counts: ReadonlyMap<string, number>): string[] {
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.map(([key, count]) => `${String(count).padStart(10)}  ${key}`);
}
