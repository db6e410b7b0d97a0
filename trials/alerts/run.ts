import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { projectPath } from '../../bench/paths.ts';
import { closeOnSignals } from '../kill/closing.ts';
import { storeNames } from '../kill/stores.ts';
import { conclude } from '../service/verdict.ts';
import type { Fault } from './fault.ts';
import { keptObjects, oldBackup, refusingReceiver, unreadRequest } from './faults/database-told.ts';
import { lostWorker } from './faults/lost-worker.ts';
import { fillingDisk, guessedPasswords, stoppedDatabase } from './faults/machine.ts';
import { foreignCredentials, slowSenders, slowStore, wave } from './faults/submissions.ts';
import { alertNames, scale } from './scaled-rules.ts';
import { type Stage, withStage } from './stage.ts';
import { type Outcome, watchFault } from './watch.ts';

/** Their alerts wait for the counts in the database. So they are broken all at once, beside the others. */
const patient: readonly Fault[] = [keptObjects, oldBackup, refusingReceiver, unreadRequest];
/** Are broken one after another. */
const quick: readonly Fault[] = [
  foreignCredentials,
  slowSenders,
  slowStore,
  fillingDisk,
  guessedPasswords,
  wave,
  lostWorker,
];
/** Is broken when nothing else needs it. */
const last: readonly Fault[] = [stoppedDatabase];

const { values } = parseArgs({
  options: { alert: { type: 'string', multiple: true }, store: { type: 'string', default: 'swift' } },
});
const known = alertNames(await readFile(projectPath('deploy/prometheus/alerts.yml'), 'utf8'));
const wanted = values.alert?.map((name) => (name.startsWith('Commissions') ? name : `Commissions${name}`)) ?? known;
const unknown = wanted.find((name) => !known.includes(name));
if (unknown !== undefined) throw new Error(`There is no alert ${unknown}: ${known.join(', ')}`);
const store = storeNames.find((name) => name === values.store);
if (store === undefined) throw new Error(`--store is one of ${storeNames.join(', ')}`);

closeOnSignals();
const startedAt = performance.now();
const outcomes = await withStage(store, tryAlerts);
report(outcomes);
process.exit();

async function tryAlerts(stage: Stage): Promise<readonly Outcome[]> {
  const chosen = (faults: readonly Fault[]) =>
    faults.filter(({ alerts }) => alerts.some((name) => wanted.includes(name)));
  const watch = async (fault: Fault) => {
    const found = await watchFault(stage, fault);
    for (const outcome of found) console.log(lineOf(outcome));
    return found;
  };
  const inTurn = async (faults: readonly Fault[]) => {
    const found: Outcome[] = [];
    for (const fault of chosen(faults)) found.push(...(await watch(fault)));
    return found;
  };
  const beside = await Promise.all([...chosen(patient).map(watch), inTurn(quick)]);
  return [...beside.flat(), ...(await inTurn(last))];
}

function report(found: readonly Outcome[]): void {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`\nWaits and ranges are divided by ${scale}. ${seconds} s in all.`);
  const ordered = known.flatMap((name) => found.filter(({ alert }) => alert === name));
  for (const outcome of ordered) console.log(`${lineOf(outcome)}  ${outcome.broken}`);
  conclude([
    { promise: 'each alert is quiet first', kept: ordered.every(({ wasQuiet }) => wasQuiet) },
    { promise: 'each alert fires', kept: ordered.every(({ firedAfterS }) => firedAfterS !== null) },
    {
      promise: 'each chosen alert has a fault',
      kept: wanted.every((name) => ordered.some(({ alert }) => alert === name)),
    },
  ]);
}

function lineOf({ alert, wasQuiet, firedAfterS, resolvedAfterS }: Outcome): string {
  const time = (value: number | null) => (value === null ? 'never' : `${value.toFixed(1)} s`).padStart(8);
  const before = wasQuiet ? 'quiet' : 'NOT QUIET';
  return `${alert.padEnd(30)} ${before}, fired after ${time(firedAfterS)}, over after ${time(resolvedAfterS)}`;
}
