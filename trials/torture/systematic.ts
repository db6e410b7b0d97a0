import { effectNames } from './effects.ts';
import { fileCounts, type OrderedPlan } from './plan.ts';
import { runSchedule, type ScheduleResult } from './run-schedule.ts';
import type { Stage } from './stage.ts';

interface PlayedPlan {
  readonly plan: OrderedPlan;
  readonly result: ScheduleResult;
}

/** Yields plans with one fault each: every call of a submission, its undo and its recovery, with every effect. */
export async function* singleFaults(stage: Stage): AsyncGenerator<PlayedPlan> {
  for (const isRepeated of [false, true]) {
    for (const fileCount of fileCounts) {
      const faultless = await played({ kind: 'ordered', fileCount, isRepeated, faults: new Map() }, stage);
      yield faultless;
      for (let call = 1; call <= faultless.result.callsToSecondSweep; call += 1) {
        yield* withFaultAt(call, faultless.plan, stage);
      }
    }
  }
}

/**
 * Yields plans with one fault before the response and another one at any later call until recovery has run twice. Only
 * every `stride`-th plan is played. A stride without common factors with the number of effects reaches all effects.
 */
export async function* faultPairs(first: PlayedPlan, stride: Stride, stage: Stage): AsyncGenerator<PlayedPlan> {
  const [call] = first.plan.faults.keys();
  if (call === undefined || call > first.result.callsToAnswer) return;
  for (let second = call + 1; second <= first.result.callsToSecondSweep; second += 1) {
    for (const plan of plansWithFaultAt(second, first.plan)) {
      if (stride.isTaken()) yield await played(plan, stage);
    }
  }
}

interface Stride {
  isTaken(): boolean;
}

export function createStride(length: number): Stride {
  let count = 0;
  return { isTaken: () => count++ % length === 0 };
}

async function* withFaultAt(call: number, plan: OrderedPlan, stage: Stage): AsyncGenerator<PlayedPlan> {
  for (const faulty of plansWithFaultAt(call, plan)) yield await played(faulty, stage);
}

function plansWithFaultAt(call: number, plan: OrderedPlan): OrderedPlan[] {
  return effectNames.map((effect) => ({ ...plan, faults: new Map([...plan.faults, [call, effect]]) }));
}

async function played(plan: OrderedPlan, stage: Stage): Promise<PlayedPlan> {
  return { plan, result: await runSchedule(plan, stage) };
}
