import type { Finding } from '../check.ts';
import { ok, warning, wrong } from '../finding.ts';
import type { DatabaseQuestion } from './session.ts';

const oldestMajor = 15;

/** After these days a release line gets no more fixes (postgresql.org/support/versioning). */
const lastDays: Readonly<Record<number, string>> = {
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
};

const text = `
  select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major`;

export const versionQuestion: DatabaseQuestion = {
  name: 'database.version',
  quick: true,
  async ask(client) {
    const { rows } = await client.query<{ version: string; major: number }>(text);
    return rows.map(({ version, major }) => findingOf(version, major, new Date()));
  },
};

export function findingOf(version: string, major: number, now: Date): Finding {
  const server = `The server is PostgreSQL ${version}`;
  if (major < oldestMajor) {
    return wrong(`${server}, and the service needs ${oldestMajor} or later`, {
      remedy: 'Upgrade the server',
    });
  }
  const lastDay = lastDays[major];
  if (lastDay === undefined || now.toISOString().slice(0, 10) <= lastDay) return ok(server);
  return warning(`${server}, which has had no fixes since ${lastDay}`, {
    remedy: 'Upgrade the server',
  });
}
