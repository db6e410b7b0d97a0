import { createRandom } from '../random.ts';
import { installTime } from './install-time.ts';
import type { KnownLimit } from './known-limits.ts';
import { createModelStore } from './model-store.ts';
import { type Border, firstCome, type Order, randomOrder } from './order.ts';
import type { Plan, Visit } from './plan.ts';
import { createRepeatingCustomer, type RepeatingCustomer } from './repeating-customer.ts';
import type { Stage } from './stage.ts';
import type { RunningProcess } from './trial-process.ts';
import { createTrialSubmission, type TrialSubmission } from './trial-submission.ts';
import { createVirtualTime } from './virtual-time.ts';
import { startWatch, type Violation, type Watch } from './watch.ts';
import { createWorld, type World } from './world.ts';

export interface ScheduleResult {
  readonly violations: readonly Violation[];
  readonly limits: readonly KnownLimit[];
  readonly outcomes: readonly TrialSubmission['outcome'][];
  /** The events, one line per step. */
  readonly trace: readonly string[];
  /** The number of calls until all submissions had a response. */
  readonly callsToAnswer: number;
  /** The number of calls until recovery had run twice. */
  readonly callsToSecondSweep: number;
}

interface Play {
  readonly world: World;
  readonly order: Order;
  readonly watch: Watch;
  /** Grows while customers repeat failed submissions. */
  readonly submissions: TrialSubmission[];
  readonly customers: RepeatingCustomer[];
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Longer than a lease. */
const firstSweepMs = 70_000;
/** Longer than the grace period and the longest pause between two attempts. */
const graceEndsMs = 26 * hourMs;
const mostMoves = 20_000;
const mostEnds = 6;

export async function runSchedule(plan: Plan, stage: Stage): Promise<ScheduleResult> {
  const random = createRandom(plan.kind === 'random' ? plan.seed : 0);
  const order = plan.kind === 'random' ? randomOrder(random) : firstCome;
  const time = createVirtualTime();
  const store = createModelStore();
  const submissions: TrialSubmission[] = [];
  await stage.database.reset(random.fraction());
  const watch = await startWatch(stage.database, store, submissions);
  const { landsGivenUp } = order;
  const world = createWorld({ time, faults: plan.faults, landsGivenUp, observe: watch.observe });
  const scene = { world, database: stage.database, store, submissions };
  const processes = {
    p1: stage.p1.enter(scene),
    p2: stage.p2.enter(scene),
    p3: stage.p3.enter(scene),
    p4: stage.p4.enter(scene),
  };
  const play: Play = { world, order, watch, submissions, customers: [] };
  const uninstall = installTime(time, random);
  try {
    begin(plan, play, processes);
    await proceed(play, () => isAllOver(play));
    if (play.customers.some((customer) => customer.hasGivenUp()))
      watch.add({ text: 'a customer got no receipt', when: 'at the end' });
    const callsToAnswer = world.callCount();
    const callsToSecondSweep = await recover(play, processes);
    const outcomes = submissions.map(({ outcome }) => outcome);
    return { ...watch.end(world.isDead), outcomes, trace: world.trace, callsToAnswer, callsToSecondSweep };
  } finally {
    uninstall();
  }
}

type Processes = Readonly<Record<keyof Omit<Stage, 'database'>, RunningProcess>>;

function visitsOf(plan: Plan): readonly Visit[] {
  if (plan.kind === 'random') return plan.submissions;
  return [{ process: 'p1', fileCount: plan.fileCount, isRepeated: plan.isRepeated, startMs: 0 }];
}

function begin(plan: Plan, play: Play, processes: Processes): void {
  const { world } = play;
  processes.p1.startRecovery();
  if (plan.kind === 'random') processes.p2.startRecovery();
  const arrivals = visitsOf(plan).map((visit, index) => arrival(`s${index + 1}`, visit, play, processes));
  // Submissions of the same moment arrive in one turn of the event loop, so that they may share a statement.
  for (const startMs of new Set(arrivals.map((one) => one.startMs))) {
    const together = arrivals.filter((one) => one.startMs === startMs);
    world.time.after(startMs, () => {
      for (const { arrive } of together) arrive();
    });
  }
}

function arrival(name: string, { process, fileCount, isRepeated, startMs }: Visit, play: Play, processes: Processes) {
  const { world, submissions, customers } = play;
  if (!isRepeated) {
    const trial = createTrialSubmission(name, process, fileCount);
    submissions.push(trial);
    return { startMs, arrive: () => void (world.isDead(process) || processes[process].receive(trial)) };
  }
  const customer = createRepeatingCustomer(name, process, fileCount, world);
  customers.push(customer);
  const send = (trial: TrialSubmission) => {
    submissions.push(trial);
    if (trial.process !== process) processes[trial.process].startRecovery();
    processes[trial.process].receive(trial);
  };
  return { startMs, arrive: () => customer.start(send) };
}

/** True when all submissions have a response, except those that no process is left to respond to. */
function isAllOver({ world, submissions, customers }: Play): boolean {
  const isAnswered = ({ answer, process }: TrialSubmission) => answer !== 'none' || world.isDead(process);
  return submissions.every(isAnswered) && customers.every((customer) => customer.isOver());
}

/** Runs recovery until no work is left. Resolves with the number of calls until its second round. */
async function recover(play: Play, { p3, p4 }: Processes): Promise<number> {
  const { world, watch } = play;
  await land(play, 'all are answered');
  p3.startRecovery();
  await sweepAfter(play, firstSweepMs);
  await land(play, 'swept once');
  await sweepAfter(play, 10 * minuteMs);
  const callsToSecondSweep = world.callCount();
  world.endFaults();
  p4.startRecovery();
  await sweepAfter(play, 2 * hourMs);
  for (let ends = 0; ends < mostEnds; ends += 1) {
    await land(play, 'grace ends');
    await sweepAfter(play, graceEndsMs);
    if (!watch.hasIntents() && world.late().length === 0) break;
  }
  return callsToSecondSweep;
}

async function sweepAfter(play: Play, pauseMs: number): Promise<void> {
  play.world.time.jump(pauseMs);
  await proceed(play, () => play.world.time.due().length === 0);
}

async function land({ world, order }: Play, border: Border): Promise<void> {
  for (const late of order.landing(world.late(), border)) await world.land(late);
}

/** Plays events until the end is reached and no call waits for a response. */
async function proceed({ world, order, watch }: Play, isEnd: () => boolean): Promise<void> {
  for (let moves = 0; moves < mostMoves; moves += 1) {
    await settled();
    watch.check();
    if (isEnd() && !world.isBusy()) return;
    if (!(await order.move(world))) break;
  }
  watch.add({ text: 'it does not come to rest', when: 'at the end' });
}

/**
 * Resolves when the code under test has done everything it can without another response or timer, including work
 * deferred to the end of the turn.
 */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
}
