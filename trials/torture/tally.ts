import { knownLimits } from './known-limits.ts';
import { type Plan, planText } from './plan.ts';
import type { ScheduleResult } from './run-schedule.ts';

/** The totals over many schedules. */
export interface Tally {
  add(plan: Plan, result: ScheduleResult): void;
  schedules(): number;
  /** Returns the number of schedules with a violation. */
  violating(): number;
  /** Returns the number of schedules that left something at the end. */
  leaving(): number;
  /** Returns the first schedules with a violation, with a description. */
  findings(): readonly string[];
  /** Returns the responses to the submissions. */
  answers(): string;
  /** Returns how often each known limit occurred. */
  limits(): readonly string[];
}

const mostFindings = 10;

export function createTally(): Tally {
  const findings: string[] = [];
  const limits = new Map(knownLimits.map((limit) => [limit, 0]));
  const answers = { stored: 0, failed: 0, none: 0 };
  let schedules = 0;
  let violating = 0;
  let leaving = 0;
  return {
    add(plan, { violations, limits: met, outcomes }) {
      schedules += 1;
      for (const outcome of outcomes) answers[outcome] += 1;
      for (const limit of met) limits.set(limit, (limits.get(limit) ?? 0) + 1);
      if (violations.length === 0) return;
      violating += 1;
      if (violations.some(({ when }) => when === 'at the end')) leaving += 1;
      const texts = violations.map(({ text, when }) => `${text} (${when})`);
      if (findings.length < mostFindings) findings.push(`${replayOf(plan)}: ${texts.join('; ')}`);
    },
    schedules: () => schedules,
    violating: () => violating,
    leaving: () => leaving,
    findings: () => findings,
    answers: () => `${answers.stored} stored, ${answers.failed} failed, ${answers.none} never answered`,
    limits: () => [...limits].map(([{ name, reason }, count]) => `${count} × ${name} (${reason})`),
  };
}

/** Returns the command-line argument that replays the plan. */
function replayOf(plan: Plan): string {
  return plan.kind === 'random' ? `--seed ${plan.seed}` : `--plan ${planText(plan)}`;
}
