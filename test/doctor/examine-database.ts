import type { Pool } from 'pg';
import pino from 'pino';
import { readConfig } from '../../src/configuration/read-config.ts';
import { type CheckReport, examine, examineAndFix } from '../../src/doctor/examine.ts';
import { createPoolOpener, databaseChecks } from '../../src/process/doctor/store-checks.ts';
import { withReleases } from '../../src/process/program/releases.ts';

const limitMs = 60_000;

type Environment = Readonly<Record<string, string>>;

/** The reports of the database checks. The keys are the check names, without the prefix of the database: `rights`. */
export type Reports = Readonly<Record<string, CheckReport>>;

/**
 * Runs checks on the database at this URL, with the pool that the service would have.
 * @param only The check to run. Without it, all are run.
 */
export function examineDatabase(url: string, only?: string, env: Environment = {}): Promise<Reports> {
  return withEach(url, examine, only, env);
}

export function examineAndFixDatabase(url: string, only?: string): Promise<Reports> {
  return withEach(url, examineAndFix, only);
}

function withEach(url: string, look: typeof examine, only?: string, env: Environment = {}): Promise<Reports> {
  const log = pino({ level: 'silent' });
  const config = readConfig({ DATABASE_URL: url, ...env });
  return withReleases(log, async (releases) => {
    const openPool: () => Promise<Pool | null> = createPoolOpener(config, log, releases);
    const reports: [string, CheckReport][] = [];
    for (const check of databaseChecks(config, openPool)) {
      if (only !== undefined && ![only, `database.${only}`].includes(check.name)) continue;
      const report = await look(check, { limitMs, signal: new AbortController().signal });
      reports.push([check.name.replace('database.', ''), report]);
    }
    return Object.fromEntries(reports);
  });
}

/** Returns the SQL inside the command of a report's finding. */
export function sqlOf(report: CheckReport | undefined): string {
  const command = report?.findings.find((finding) => finding.command !== undefined)?.command ?? '';
  const [, quoted = ''] = /--command='(.*)'$/.exec(command) ?? [];
  return quoted.replaceAll("'\\''", "'");
}
