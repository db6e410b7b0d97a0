import { failureText } from '../platform/failure/errors.ts';
import { untilAborted, withinLimit } from '../platform/waiting/within-limit.ts';
import { type Check, type Finding, type Verdict, wrong } from './check.ts';

/** The findings of one check, and the faults fixed before the check ran again. */
export interface CheckReport {
  readonly name: string;
  /** The worst of the findings; `ok` without any. */
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** One sentence for each fix. */
  readonly fixed: readonly string[];
}

interface ExaminationBounds {
  /** Limit for one run of one check. */
  readonly limitMs: number;
  /** Aborts the examination. */
  readonly signal: AbortSignal;
}

/** From the best to the worst. */
const order: readonly Verdict[] = ['skipped', 'ok', 'warning', 'wrong'];

/** Runs one check. A failure becomes a finding, so that the next check still runs. @throws the reason of the signal */
export async function examine(check: Check, bounds: ExaminationBounds): Promise<CheckReport> {
  const findings = await findingsOf(check, bounds);
  return { name: check.name, verdict: worstOf(findings), findings, fixed: [] };
}

/** Like `examine`. If the check can fix its findings, it does so and runs again. */
export async function examineAndFix(check: Check, bounds: ExaminationBounds): Promise<CheckReport> {
  const found = await examine(check, bounds);
  if (!isTrouble(found.verdict) || check.fix === undefined) return found;
  const fix = check.fix.bind(check);
  try {
    const fixed = await bounded(fix, bounds);
    return { ...(await examine(check, bounds)), fixed };
  } catch (error) {
    bounds.signal.throwIfAborted();
    const unfixed: Finding = {
      // No worse than the finding that should have been fixed.
      verdict: found.verdict,
      found: `The problem could not be fixed: ${failureText(error)}`,
      remedy: 'Fix it by hand, as the finding says',
    };
    return { ...found, findings: [...found.findings, unfixed] };
  }
}

/** Whether the host has something to do. */
export function isTrouble(verdict: Verdict): boolean {
  return verdict === 'warning' || verdict === 'wrong';
}

async function findingsOf(check: Check, bounds: ExaminationBounds): Promise<readonly Finding[]> {
  try {
    return await bounded((signal) => check.run(signal), bounds);
  } catch (error) {
    bounds.signal.throwIfAborted();
    return [
      wrong(`The check failed to run: ${failureText(error)}`, {
        remedy: 'Correct the cause in the message, then check again',
        command: `commissions doctor --only ${check.name}`,
      }),
    ];
  }
}

function worstOf(findings: readonly Finding[]): Verdict {
  if (findings.length === 0) return 'ok';
  return order[Math.max(...findings.map(({ verdict }) => order.indexOf(verdict)))] ?? 'wrong';
}

/** Does not wait for work that continues after its signal was aborted. */
function bounded<T>(work: (signal: AbortSignal) => Promise<T>, { limitMs, signal }: ExaminationBounds): Promise<T> {
  return withinLimit(
    limitMs,
    signal,
    (limited) => untilAborted(work(limited), limited),
    `no result within ${limitMs} ms`,
  );
}

/** Returns the check of this name, or the checks of a part: `database` selects `database.rights` and the others. */
export function chooseChecks(checks: readonly Check[], name: string): readonly Check[] {
  return checks.filter((check) => check.name === name || check.name.startsWith(`${name}.`));
}

/** The findings of the checks in a running service. */
export interface Health {
  readonly checkedAt: Date;
  /** Of the service. */
  readonly version: string;
  /** In the order of the checks. */
  readonly checks: readonly CheckReport[];
}
