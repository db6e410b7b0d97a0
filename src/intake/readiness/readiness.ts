import type { Logger } from 'pino';
import { PartFailedError } from '../../platform/failure/errors.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { boundedCheck } from '../../platform/waiting/within-limit.ts';
import { type DatabaseKind, databaseProblem } from './database-problem.ts';
import { objectStoreProblem, type StoreNames } from './object-store-problem.ts';
import type { Problem } from './problem.ts';
import type { RecentOutcomes } from './recent-outcomes.ts';
import { createRestoreCheck, type FileRecords, halfRestored } from './restore-check.ts';

export type Readiness = ReturnType<typeof createReadiness>;

interface ReadinessParts {
  /** Null when BUCKET_NAME is not set. */
  readonly store: StoreNames | null;
  readonly databaseKind: DatabaseKind;
  readonly database: DatabaseProbe;
  readonly objects: Pick<ObjectStore, 'ping' | 'stat'>;
  readonly outcomes: Pick<RecentOutcomes, 'failing'>;
  readonly log: Logger;
  /** Removes credentials. */
  redact(text: string): string;
}

/** The check's queries of the database. */
interface DatabaseProbe extends FileRecords {
  /** Commits one row if the tables are up to date. */
  write(): Promise<void>;
}

/** How long a result is valid. */
const validMs = 5000;
/** Time limit for one check. */
const checkMs = 3000;

/** Creates the check whether a submission could be stored now. */
export function createReadiness(parts: ReadinessParts) {
  const { store, databaseKind, database, objects, outcomes, log, redact } = parts;
  const write = boundedCheck(() => database.write(), checkMs);
  const ping = boundedCheck((signal) => objects.ping({ signal }), checkMs);
  const checkRestore = boundedCheck(createRestoreCheck(database, objects), checkMs);
  let latest: { readonly problems: Promise<readonly Problem[]>; readonly askedAt: number } | null = null;
  let logged: readonly string[] = [];
  let recheck: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function check(): Promise<readonly Problem[]> {
    const found = await Promise.all([
      store === null ? bucketNotSet : problemOf(ping, (error) => objectStoreProblem(error, store)),
      problemOf(write, (error) => databaseProblem(error, databaseKind)),
    ]);
    const problems = found.filter((problem) => problem !== null);
    if (store === null || problems.length > 0) return problems;
    const problem = (await restoreProblem(store)) ?? failing(store);
    return problem === null ? [] : [problem];
  }

  async function restoreProblem(store: StoreNames): Promise<Problem | null> {
    try {
      return (await checkRestore()) ? null : halfRestored(store.bucket);
    } catch (error) {
      return problemIn(error, store);
    }
  }

  function problemIn(error: unknown, store: StoreNames): Problem {
    if (!(error instanceof PartFailedError)) return objectStoreProblem(error, store);
    return error.part === 'database'
      ? databaseProblem(error.cause, databaseKind)
      : objectStoreProblem(error.cause, store);
  }

  function failing(store: StoreNames): Problem | null {
    const failure = outcomes.failing();
    if (failure === null) return null;
    const problem = problemIn(failure, store);
    return { ...problem, what: `The last submissions failed. ${problem.what}` };
  }

  async function checkAndLog(): Promise<readonly Problem[]> {
    const problems = (await check()).map((problem) => ({ ...problem, what: redact(problem.what) }));
    if (isStopped) return problems;
    logChange(problems);
    if (problems.length > 0) recheck = setTimeout(() => void current(), validMs).unref();
    return problems;
  }

  function logChange(problems: readonly Problem[]): void {
    for (const { part, what, remedy, cause } of problems) {
      const facts = { part, ...(cause !== undefined && { err: cause }) };
      if (!logged.includes(what)) log.warn(facts, [what, remedy].filter(Boolean).join(': '));
    }
    if (problems.length === 0 && logged.length > 0) log.info('Ready for commissions');
    logged = problems.map(({ what }) => what);
  }

  /**
   * Resolves with the problems that prevent submissions from being stored. A result is valid for five seconds. While
   * problems exist, the check repeats by itself. Logs each problem once, and once that all have passed.
   */
  function current(): Promise<readonly Problem[]> {
    const now = performance.now();
    if (!latest || now - latest.askedAt >= validMs) {
      clearTimeout(recheck);
      latest = { problems: checkAndLog(), askedAt: now };
    }
    return latest.problems;
  }

  return {
    problems: current,
    /** Stops the repeated checks. */
    stop(): void {
      isStopped = true;
      clearTimeout(recheck);
    },
  };
}

const bucketNotSet: Problem = {
  part: 'object store',
  what: 'BUCKET_NAME is not set',
  remedy: 'set it to the bucket for the attachments; until then every submission fails with 500',
};

async function problemOf(check: () => Promise<void>, explain: (error: unknown) => Problem): Promise<Problem | null> {
  try {
    await check();
    return null;
  } catch (error) {
    return explain(error);
  }
}
