import { PartFailedError } from '../../platform/failure/errors.ts';

export type RecentOutcomes = ReturnType<typeof createRecentOutcomes>;

interface Failure {
  readonly error: PartFailedError;
  readonly at: number;
}

/** Few enough for a small site to notice, and enough to ignore one bad moment. */
const mostFailures = 5;
/** Maximum age of the first failure. */
const windowMs = 60_000;
/** Maximum age of the last failure. Without traffic only the age shows that the part may work again. */
const holdMs = 15_000;

/** Watches the outcomes of the last submissions. @param now A clock that does not jump, in milliseconds. */
export function createRecentOutcomes(now: () => number = () => performance.now()) {
  let failures: Failure[] = [];

  function failed(error: unknown): void {
    if (!(error instanceof PartFailedError)) return;
    const others = failures.filter((failure) => failure.error.part === error.part);
    failures = [...others, { error, at: now() }].slice(-mostFailures);
  }

  return {
    /** Records the outcome of a submission, and settles as `storing` does. */
    async observe<T>(storing: Promise<T>): Promise<T> {
      try {
        const outcome = await storing;
        failures = [];
        return outcome;
      } catch (error) {
        failed(error);
        throw error;
      }
    },
    /**
     * Returns the last failure if the last five submissions failed on one part within 60 s, the last at most 15 s ago.
     */
    failing(): PartFailedError | null {
      const [first] = failures;
      const last = failures.at(-1);
      if (!first || !last || failures.length < mostFailures) return null;
      return now() - first.at <= windowMs && now() - last.at <= holdMs ? last.error : null;
    },
  };
}
