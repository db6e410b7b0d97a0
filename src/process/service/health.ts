import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import type { Check } from '../../doctor/check.ts';
import type { CheckReport, Health } from '../../doctor/examine.ts';
import { versionText } from '../program/own-package.ts';
import { withReleases } from '../program/releases.ts';

interface ExaminedService {
  readonly config: Config;
  readonly log: Logger;
  readonly pool: Pool;
}

/** Limit for one check, so that a store that hangs becomes a finding. */
const limitMs = 5000;

/**
 * Returns a function that runs the checks of `doctor` in the running service. Callers that come while they run get the
 * same result. Rejects with the reason of the signal when the service stops.
 */
export function createHealth({ config, log, pool }: ExaminedService, stopping: AbortSignal): () => Promise<Health> {
  let running: Promise<Health> | null = null;

  async function examineAll(): Promise<Health> {
    const [{ healthChecks }, { examine }] = await Promise.all([
      import('../doctor/checks.ts'),
      import('../../doctor/examine.ts'),
    ]);
    const inTurn = async (checks: readonly Check[]) => {
      const reports: CheckReport[] = [];
      for (const check of checks) reports.push(await examine(check, { limitMs, signal: stopping }));
      return reports;
    };
    const checks = await withReleases(log, async (releases) => {
      const parts = partsOf(healthChecks(config, releases, pool));
      return (await Promise.all(parts.map(inTurn))).flat();
    });
    return { checkedAt: new Date(), version: versionText(), checks };
  }

  return () => {
    running ??= examineAll().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Groups the checks by their part. A part that hangs then delays no other. */
function partsOf(checks: readonly Check[]): readonly (readonly Check[])[] {
  const parts = new Map<string, Check[]>();
  for (const check of checks) {
    const part = check.name.replace(/\..*/, '');
    const known = parts.get(part) ?? [];
    parts.set(part, [...known, check]);
  }
  return [...parts.values()];
}
