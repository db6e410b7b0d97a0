import type { Extent } from './options.ts';
import { randomPlans } from './plan.ts';
import type { Protocol } from './protocol.ts';
import { runSchedule } from './run-schedule.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import { createStage } from './stage.ts';
import { singleFaults } from './systematic.ts';
import { createTally } from './tally.ts';

/**
 * Plays a mutant until a single fault catches it, then some random schedules for the figure. Resolves with true when
 * the mutant is caught.
 */
export async function playMutant(
  database: SimulatedDatabase,
  mutant: Protocol,
  { firstSeed, mutantSeeds }: Extent,
  say: (line: string) => void,
): Promise<boolean> {
  const stage = await createStage(database, mutant);
  const systematic = createTally();
  for await (const { plan, result } of singleFaults(stage)) {
    // A mutant that cannot store anything would be caught for the wrong reason.
    if (plan.faults.size === 0 && result.outcomes[0] !== 'stored') throw new Error(`${mutant.name} does not work`);
    systematic.add(plan, result);
    if (systematic.leaving() > 0) break;
  }
  const random = createTally();
  for (const plan of randomPlans(firstSeed, mutantSeeds)) random.add(plan, await runSchedule(plan, stage));
  const finding = systematic.findings().at(-1) ?? random.findings()[0];
  say(finding ? `caught ${mutant.name}: ${finding}` : `SURVIVED ${mutant.name}`);
  say(
    `  in ${random.violating()} of ${mutantSeeds} random schedules, ${random.leaving()} with something left at the end`,
  );
  return finding !== undefined;
}
