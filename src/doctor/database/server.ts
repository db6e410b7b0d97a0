import { type Finding, ok, warning, wrong } from '../check.ts';
import type { DatabaseQuestion } from '../session.ts';

const reachableText = 'select current_user as role, current_database() as database';

/** Checks that the database gives a session at all. */
export const reachableQuestion: DatabaseQuestion = {
  name: 'database.reachable',
  // The readiness of the service reports it.
  quick: false,
  async ask(client) {
    const { rows } = await client.query<{ role: string; database: string }>(reachableText);
    return rows.map(({ role, database }) => ok(`The user ${role} can connect to the database ${database}`));
  },
};

const oldestMajor = 15;

/** After these days a release line gets no more fixes (postgresql.org/support/versioning). */
const lastDays: Readonly<Record<number, string>> = {
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
};

const versionText = `
  select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major`;

export const versionQuestion: DatabaseQuestion = {
  name: 'database.version',
  quick: true,
  async ask(client) {
    const { rows } = await client.query<{ version: string; major: number }>(versionText);
    return rows.map(({ version, major }) => judgeVersion(version, major, new Date()));
  },
};

export function judgeVersion(version: string, major: number, now: Date): Finding {
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

const encodingText = `
  select current_database() as database, pg_encoding_to_char(encoding) as encoding
  from pg_database where datname = current_database()`;

/** Checks for UTF-8: customers write in every script, and other encodings reject or alter some of their texts. */
export const encodingQuestion: DatabaseQuestion = {
  name: 'database.encoding',
  quick: true,
  async ask(client) {
    const { rows } = await client.query<{ database: string; encoding: string }>(encodingText);
    return rows.map(({ database, encoding }) => {
      if (encoding === 'UTF8') return ok('The database is encoded in UTF-8');
      return wrong(
        `The database ${database} is encoded in ${encoding}, which cannot represent every script that customers write`,
        {
          remedy: 'Create a database in UTF-8, set DATABASE_URL to it, and restore a back-up there',
          command: 'createdb --template=template0 --encoding=UTF8 commissions_utf8',
        },
      );
    });
  },
};
