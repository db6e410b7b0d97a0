import { knownLimits } from './known-limits.ts';
import { mutants } from './mutants.ts';
import type { Extent } from './options.ts';
import { parsePlan, randomPlans } from './plan.ts';
import { playMutant } from './play-mutant.ts';
import { asBuilt } from './protocol.ts';
import { runSchedule } from './run-schedule.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import { createStage, type Stage } from './stage.ts';
import { createStride, faultPairs, singleFaults } from './systematic.ts';
import { createTally, type Tally } from './tally.ts';

type Say = (line: string) => void;

const replayedSeeds = 20;

/**
 * Runs the whole trial: the service as built, then each mutant. Prints the figures as they arrive. Resolves with
 * whether the trial passed.
 */
export async function runTrial(database: SimulatedDatabase, extent: Extent, say: Say): Promise<boolean> {
  const stage = await createStage(database, asBuilt);
  const tally = createTally();
  await playSystematic(stage, extent, tally, say);
  await playRandom(stage, extent, tally, say);
  const outdated = await outdatedLimits(stage, tally);
  for (const finding of tally.findings()) say(`VIOLATION ${finding}`);
  for (const example of outdated) say(`OUTDATED: a known limit that --plan ${example} no longer meets`);
  for (const limit of tally.limits()) say(`known limit met: ${limit}`);
  say(`submissions: ${tally.answers()}`);
  const alike = await countAlike(stage, extent);
  say(`replayed from their seeds: ${alike} of ${replayedSeeds} alike`);
  let caught = 0;
  for (const mutant of mutants) if (await playMutant(database, mutant, extent, say)) caught += 1;
  say(`schedules ${tally.schedules()}, violations ${tally.violating()}, mutants caught ${caught}/${mutants.length}`);
  return tally.violating() + outdated.length === 0 && alike === replayedSeeds && caught === mutants.length;
}

async function playSystematic(stage: Stage, { pairStride }: Extent, tally: Tally, say: Say): Promise<void> {
  const stride = createStride(pairStride);
  let pairs = 0;
  for await (const first of singleFaults(stage)) {
    tally.add(first.plan, first.result);
    for await (const { plan, result } of faultPairs(first, stride, stage)) {
      tally.add(plan, result);
      pairs += 1;
    }
  }
  say(`systematic: ${tally.schedules() - pairs} schedules with at most one fault, ${pairs} with two`);
}

async function playRandom(stage: Stage, { firstSeed, seeds }: Extent, tally: Tally, say: Say): Promise<void> {
  for (const plan of randomPlans(firstSeed, seeds)) tally.add(plan, await runSchedule(plan, stage));
  say(`random: ${seeds} schedules, seeds ${firstSeed} to ${firstSeed + seeds - 1}`);
}

/** Resolves with the examples of known limits that no longer occur. */
async function outdatedLimits(stage: Stage, tally: Tally): Promise<string[]> {
  const outdated: string[] = [];
  for (const limit of knownLimits) {
    const plan = parsePlan(limit.example);
    const result = await runSchedule(plan, stage);
    tally.add(plan, result);
    if (!result.limits.includes(limit)) outdated.push(limit.example);
  }
  return outdated;
}

async function countAlike(stage: Stage, { firstSeed }: Extent): Promise<number> {
  let alike = 0;
  for (const plan of randomPlans(firstSeed, replayedSeeds)) {
    const once = await runSchedule(plan, stage);
    const again = await runSchedule(plan, stage);
    if (once.trace.join('\n') === again.trace.join('\n')) alike += 1;
  }
  return alike;
}
