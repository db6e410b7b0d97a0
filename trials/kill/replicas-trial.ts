import { createRandom } from '../random.ts';
import { withClosing } from '../service/closing.ts';
import { expectTo, type Findings } from './findings.ts';
import { type Inspection, inspect } from './inspection.ts';
import { execute, type Kill, missedSteps, planKills } from './kills.ts';
import type { Ledger } from './ledger.ts';
import type { Options } from './options.ts';
import { openReplicasScene, type ReplicasScene } from './replicas-scene.ts';
import type { SharedDatabase, SharedStore } from './stores.ts';

interface ReplicasTrial {
  readonly kills: readonly Kill[];
  readonly ledger: Ledger;
  readonly inspection: Inspection;
  /** The number of checks of the visible requests. */
  readonly looks: number;
}

interface SharedStores {
  readonly database: SharedDatabase;
  readonly store: SharedStore;
}

const killsBetweenPauses = 100;
const submissionsAfterOutage = 20;
const outagePatienceMs = 60_000;

/**
 * Kills replicas under load and compares sent and stored requests: at the end, and also at intervals, after
 * both stores have been stopped for a moment.
 */
export async function runReplicasTrial(
  { kills: count, seed, replicas }: Options,
  { database, store }: SharedStores,
  findings: Findings,
  say: (line: string) => void,
): Promise<ReplicasTrial> {
  const scene = await openReplicasScene({ seed, replicas, database, store, findings });
  return withClosing(scene.close, async () => {
    const { fleet, customers, ledger, watch } = scene;
    const random = createRandom(seed);
    const kills: Kill[] = [];
    const outages = [database.outage, store.outage].filter((outage) => outage !== null);
    let nextPauseAt = killsBetweenPauses;
    for (const plan of planKills(random)) {
      // With fewer ready replicas, most submissions would die with them.
      await fleet.untilReady(Math.max(1, replicas - 1));
      await customers.switchTo(plan.senders);
      kills.push(...(await execute(plan, fleet, random)));
      if (kills.length >= count) break;
      if (kills.length < nextPauseAt) continue;
      nextPauseAt += killsBetweenPauses;
      await fleet.untilReady(replicas);
      for (const stop of outages) {
        await stop();
        const more = ledger.createdMore(submissionsAfterOutage, outagePatienceMs);
        await expectTo('After an outage', more, findings);
      }
      await inspectAtRest(scene);
      say(`${kills.length} kills, ${outages.length} outages, ${ledger.sent.length} submissions`);
      customers.resume();
    }
    for (const step of missedSteps(kills)) findings.violation(`No process came to its step: ${step}`);
    const inspection = await inspectAtRest(scene);
    if (watch.looks === 0) findings.violation('What people are shown could not be looked at');
    return { kills, ledger, inspection, looks: watch.looks };
  });
}

async function inspectAtRest({ customers, fleet, inspected }: ReplicasScene): Promise<Inspection> {
  await customers.pause();
  await fleet.untilReady(1);
  await fleet.settled();
  return inspect(inspected);
}
