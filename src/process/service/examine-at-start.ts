import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import type { Check } from '../../doctor/check.ts';
import { withinLimit } from '../../platform/waiting/within-limit.ts';
import { withReleases } from '../program/releases.ts';

interface ExaminedService {
  readonly config: Config;
  readonly log: Logger;
  readonly pool: Pool;
  /** Limit for all quick checks together. Slower checks are left to `commissions doctor`. */
  readonly limitMs?: number;
}

const defaultLimitMs = 300;

/** Logs the findings of the quick checks in the background. A failure is only logged for debugging. */
export function examineAtStart(service: ExaminedService) {
  const stopping = new AbortController();
  const ended = logFindings(service, stopping.signal).catch((error: unknown) => {
    service.log.debug({ err: error }, 'The quick checks at the start were aborted');
  });
  return {
    /** Aborts the checks. Resolves when they have ended. */
    stop(): Promise<void> {
      stopping.abort();
      return ended;
    },
  };
}

async function logFindings(
  { config, log, pool, limitMs = defaultLimitMs }: ExaminedService,
  stopping: AbortSignal,
): Promise<void> {
  const [{ quickChecks }, { examine, isTrouble }] = await Promise.all([
    import('../doctor/checks.ts'),
    import('../../doctor/examine.ts'),
  ]);
  const examineAll = async (checks: readonly Check[], signal: AbortSignal) => {
    for (const check of checks) {
      // Longer than the limit of all checks together, so that running out of time never becomes a finding.
      const { name, findings } = await examine(check, { limitMs: 2 * limitMs, signal });
      for (const { verdict, found, remedy, command } of findings) {
        const advice = command === undefined ? remedy : `${remedy}: ${command}`;
        if (isTrouble(verdict)) log.warn({ check: name }, `${found}. ${advice}`);
      }
    }
  };
  await withReleases(log, (releases) => {
    const checks = quickChecks(config, releases, pool);
    return withinLimit(limitMs, stopping, (signal) => examineAll(checks, signal));
  });
}
