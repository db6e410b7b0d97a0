import { withClosing } from '../service/closing.ts';
import { runEmbeddedTrial } from './embedded-trial.ts';
import { createFindings } from './findings.ts';
import type { Inspection } from './inspection.ts';
import type { Kill } from './kills.ts';
import type { Ledger, Sent } from './ledger.ts';
import { type Options, readOptions } from './options.ts';
import { runReplicasTrial } from './replicas-trial.ts';
import { startDatabase, startStore } from './stores.ts';

const say = (line: string) => console.log(line);
const secondsSince = (startedAt: number) => ((performance.now() - startedAt) / 1000).toFixed(1);
/** One round of the embedded database's trial, which has three kills, for this many kills of replicas. */
const killsARound = 100;

const options = readOptions(process.argv.slice(2));
say(`seed ${options.seed}, ${options.replicas} replicas, store ${options.store}`);
const findings = createFindings(say);
const startedAt = performance.now();
await killReplicas(options);
await killEmbedded(options);
say(findings.isClean ? `no violation, ${secondsSince(startedAt)} s` : `VIOLATIONS with seed ${options.seed}`);
process.exitCode = findings.isClean ? 0 : 1;

async function killReplicas(asked: Options): Promise<void> {
  const database = await startDatabase();
  await withClosing(database.close, async () => {
    const store = await startStore(asked.store);
    await withClosing(store.close, async () => {
      const trialSince = performance.now();
      const trial = await runReplicasTrial(asked, { database, store }, findings, say);
      say(`${trial.kills.length} kills of replicas in ${secondsSince(trialSince)} s, the engines' start not counted`);
      for (const line of describeKills(trial.kills)) say(line);
      say(`looked ${trial.looks} times at what people are shown`);
      for (const line of describeSubmissions(trial.ledger, trial.inspection)) say(line);
    });
  });
}

async function killEmbedded({ kills, seed }: Options): Promise<void> {
  const trialSince = performance.now();
  const trial = await runEmbeddedTrial(Math.ceil(kills / killsARound), seed, findings);
  say(`${trial.kills.length} kills around the embedded database in ${secondsSince(trialSince)} s`);
  for (const line of describeKills(trial.kills)) say(line);
  for (const line of describeSubmissions(trial.ledger, trial.inspection)) say(line);
}

/** Returns one line for each step, with the number of kills there, their moments, and the senders. */
function describeKills(kills: readonly Kill[]): string[] {
  const steps = countsOf(kills.map(({ where }) => where));
  return [...steps].map(([where, count]) => {
    const there = kills.filter((kill) => kill.where === where);
    const moments = listed(there.map(({ moment }) => moment));
    return `  ${String(count).padStart(4)}  ${where}: ${moments}; customers ${listed(there.map(({ senders }) => senders))}`;
  });
}

function describeSubmissions({ sent }: Ledger, { wholeUnanswered, resent }: Inspection): string[] {
  const keyless = sent.filter(({ key }) => key === null);
  const keyed = sent.filter(({ key }) => key !== null);
  const failures = keyed.flatMap(({ failures }) => failures);
  const isLost = ({ failures }: Sent) => failures.includes('lost');
  return [
    `${keyless.length} submissions without a key: ${answersOf(keyless)}; ${wholeUnanswered} of those without an answer whole`,
    `${keyed.length} with a key: ${answersOf(keyed)}; after ${failures.length} failures (${listed(failures)}); ` +
      `${keyed.filter(isLost).length} were repeated after a kill, ${resent} once more at rest`,
  ];
}

function answersOf(sent: readonly Sent[]): string {
  return listed(sent.map(({ answer }) => answer?.status ?? 'no answer'));
}

/** For example `2 × 201, 1 × lost`. */
function listed(names: readonly (string | number)[]): string {
  return [...countsOf(names.map(String))].map(([name, count]) => `${count} × ${name}`).join(', ');
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of [...names].sort()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
