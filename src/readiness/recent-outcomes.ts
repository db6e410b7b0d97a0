import { PartFailedError } from '../failure/part-failed-error.ts';

/** How the last submissions ended. */
export interface RecentOutcomes {
  /** Takes note of how a submission ends, and gives back what was passed in. */
  observe<T>(storing: Promise<T>): Promise<T>;
  /** The last failure, while the last five submissions all failed on its part and it is at most 15 seconds old. */
  failing(): PartFailedError | null;
}

interface Failure {
  readonly error: PartFailedError;
  readonly at: number;
}

/** So few that a small site notices, so many that one bad moment does not count. */
const mostFailures = 5;
/** For the first of them. */
const windowMs = 60_000;
/** For the last: without traffic nothing else could tell that the part works again. */
const holdMs = 15_000;

/** @param now A clock that does not jump, in milliseconds. */
export function createRecentOutcomes(now: () => number = () => performance.now()): RecentOutcomes {
  let failures: Failure[] = [];

  function failed(error: unknown): void {
    if (!(error instanceof PartFailedError)) return;
    const others = failures.filter((failure) => failure.error.part === error.part);
    failures = [...others, { error, at: now() }].slice(-mostFailures);
  }

  return {
    async observe(storing) {
      try {
        const outcome = await storing;
        failures = [];
        return outcome;
      } catch (error) {
        failed(error);
        throw error;
      }
    },
    failing() {
      const [first] = failures;
      const last = failures.at(-1);
      if (!first || !last || failures.length < mostFailures) return null;
      return now() - first.at <= windowMs && now() - last.at <= holdMs ? last.error : null;
    },
  };
}
