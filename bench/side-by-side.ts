import type { Entrant, Running } from './entrants.ts';
import { jobOf, type Load, leadInJobOf, type Step, warmUpJobOf } from './loads.ts';
import type { Sample } from './sample.ts';
import type { World } from './world.ts';

/** The samples of one entrant for one step of a load. */
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

interface SideBySideOptions {
  readonly loads: readonly Load[];
  readonly entrants: readonly Entrant[];
  readonly rounds: number;
  log(line: string): void;
}

/**
 * Runs all entrants in every round. They take turns at each step of a load, so that other work of the machine affects
 * all of them equally. Each round starts with another entrant.
 */
export async function runSideBySide(options: SideBySideOptions, world: World): Promise<Series[]> {
  const { loads, rounds, log } = options;
  const running = new Map<Entrant, Running>();
  try {
    for (const entrant of options.entrants) {
      const started = await entrant.start(world);
      if (started) running.set(entrant, started);
    }
    const series: Series[] = [];
    for (const group of groupsOf(loads)) {
      const turns = group.flatMap((load) => turnsOf(load, running));
      const title = group.map((load) => load.title).join(' and ');
      log(`${title}: warm-up`);
      await warmUp(turns);
      for (let round = 0; round < rounds; round++) {
        log(`${title}: round ${round + 1} of ${rounds}`);
        for (const { running, load, step, samples } of inRotation(turns, round)) {
          await running.measure(leadInJobOf(load, step));
          samples.push(await running.measure(jobOf(load, step)));
        }
      }
      series.push(...turns);
    }
    return series;
  } finally {
    for (const one of running.values()) await one.stop();
  }
}

/** A load with an addition is in one group with the load without it, so that both share their rounds. */
function groupsOf(loads: readonly Load[]): readonly Load[][] {
  const groups = new Map<string, Load[]>();
  for (const load of loads) {
    const name = load.plainName ?? load.name;
    groups.set(name, [...(groups.get(name) ?? []), load]);
  }
  return [...groups.values()];
}

/** Runs each entrant once with each load. */
async function warmUp(turns: readonly Turn[]): Promise<void> {
  for (const load of new Set(turns.map((turn) => turn.load))) {
    const taking = turns.filter((turn) => turn.load === load);
    for (const entrant of new Set(taking.map((turn) => turn.running))) await entrant.measure(warmUpJobOf(load));
  }
}

function turnsOf(load: Load, running: ReadonlyMap<Entrant, Running>): Turn[] {
  const taking = [...running].filter(([entrant]) => entrant.takes(load));
  return load.steps.flatMap((step) =>
    taking.map(([entrant, running]) => ({ load, step, entrant, running, samples: [] })),
  );
}

/** Steps with the same number of connections follow one another. */
function inRotation(turns: readonly Turn[], round: number): Turn[] {
  const steps = [...new Set(turns.map((turn) => turn.step))].sort((a, b) => a.concurrency - b.concurrency);
  return steps.flatMap((step) => {
    const ofStep = turns.filter((turn) => turn.step === step);
    const first = round % ofStep.length;
    return [...ofStep.slice(first), ...ofStep.slice(0, first)];
  });
}
