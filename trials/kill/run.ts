import { withClosing } from '../service/closing.ts';
import { runEmbeddedTrial } from './embedded-trial.ts';
import { createFindings } from './findings.ts';
import { type Options, readOptions } from './options.ts';
import { runReplicasTrial } from './replicas-trial.ts';
import { describeKills, describeSubmissions } from './report.ts';
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
