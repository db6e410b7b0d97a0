import type { Entrant, Running } from './entrants.ts';
import { jobOf, type Load, leadInJobOf, type Step, warmUpJobOf } from './loads.ts';
import type { Sample } from './sample.ts';
import type { World } from './world.ts';

/** What one entrant needed for one step of a load. */
export interface Series {
  readonly load: Load;
  readonly step: Step;
  readonly entrant: Entrant;
  /** In the order of the rounds, which all entrants share. */
  readonly samples: readonly Sample[];
}

interface Turn extends Series {
  readonly running: Running;
  readonly samples: Sample[];
}

export interface SideBySideOptions {
  readonly loads: readonly Load[];
  readonly entrants: readonly Entrant[];
  readonly rounds: number;
  say(line: string): void;
}

/**
 * All entrants run from the first round to the last, and take turns at each step of a load: whatever else the machine
 * does falls on all of them alike. Each round begins with another one.
 */
export async function runSideBySide(options: SideBySideOptions, world: World): Promise<Series[]> {
  const { loads, rounds, say } = options;
  const running = new Map<Entrant, Running>();
  try {
    for (const entrant of options.entrants) {
      const started = await entrant.start(world);
      if (started) running.set(entrant, started);
    }
    const series: Series[] = [];
    for (const load of loads) {
      const turns = turnsOf(load, running);
      say(`${load.title}: warm-up`);
      for (const entrant of new Set(turns.map((turn) => turn.running))) await entrant.measure(warmUpJobOf(load));
      for (let round = 0; round < rounds; round++) {
        say(`${load.title}: round ${round + 1} of ${rounds}`);
        for (const turn of inRotation(turns, load.steps, round)) {
          await turn.running.measure(leadInJobOf(load, turn.step));
          turn.samples.push(await turn.running.measure(jobOf(load, turn.step)));
        }
      }
      series.push(...turns);
    }
    return series;
  } finally {
    for (const one of running.values()) await one.stop();
  }
}

function turnsOf(load: Load, running: ReadonlyMap<Entrant, Running>): Turn[] {
  const taking = [...running].filter(([entrant]) => entrant.takes(load));
  return load.steps.flatMap((step) =>
    taking.map(([entrant, running]) => ({ load, step, entrant, running, samples: [] })),
  );
}

function inRotation(turns: readonly Turn[], steps: readonly Step[], round: number): Turn[] {
  return steps.flatMap((step) => {
    const ofStep = turns.filter((turn) => turn.step === step);
    const first = round % ofStep.length;
    return [...ofStep.slice(first), ...ofStep.slice(0, first)];
  });
}
