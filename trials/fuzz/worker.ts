import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { composeInput } from './compose-input.ts';
import { execute } from './execute.ts';
import { Finding } from './finding.ts';
import type { Assignment, Message } from './messages.ts';

/** Executes inputs until the time or their number is used up, or enough findings exist. */
const { seed, maxExecutions, maxMs, progress } = workerData as Assignment;

const maxFindings = 10;
const maxKeptMiB = 100;
const memoryInterval = 5000;

const collectGarbage = openGarbageCollector();
const current = new Int32Array(progress);
const outcomes = new Map<string, number>();
const notes = new Map<string, number>();
const startedAt = performance.now();
let bytes = 0;
let findings = 0;
let mostKeptMiB = 0;
let index = 0;

for (; index < maxExecutions && performance.now() - startedAt < maxMs && findings < maxFindings; index++) {
  Atomics.store(current, 0, index);
  await executeNext();
}
const elapsedMs = performance.now() - startedAt;
sendMessage({ kind: 'tally', tally: { executions: index, elapsedMs, bytes, mostKeptMiB, outcomes, notes } });

async function executeNext(): Promise<void> {
  const input = composeInput(seed, index);
  bytes += input.body.length;
  try {
    const outcome = await execute(input);
    countUp(outcomes, outcome.kind);
    for (const note of outcome.notes) countUp(notes, note);
    if (index % memoryInterval === 0) watchMemory();
  } catch (error) {
    findings++;
    countUp(outcomes, 'finding');
    const text = error instanceof Finding ? error.message : `crash: ${(error as Error).stack}`;
    sendMessage({ kind: 'finding', index, text });
  }
}

/** Memory in use after a garbage collection must not grow with the number of executions. */
function watchMemory(): void {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const keptMiB = (heapUsed + arrayBuffers) / 2 ** 20;
  mostKeptMiB = Math.max(mostKeptMiB, keptMiB);
  if (keptMiB > maxKeptMiB) throw new Finding('memory', `${Math.round(keptMiB)} MiB are kept`);
}

function openGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

function countUp(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sendMessage(message: Message): void {
  parentPort?.postMessage(message);
}
