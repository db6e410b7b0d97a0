import type { PoolClient } from 'pg';
import { type Finding, ok, wrong } from '../check.ts';
import type { DatabaseQuestion } from '../session.ts';
import { psqlCommand, sqlName } from '../shell-command.ts';

interface Durability {
  readonly role: string;
  readonly database: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  /** The value with which sessions begin. This session may have changed its own. */
  readonly synchronous_commit: string;
}

const text = `
  select current_user as role, current_database() as database, current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    (select reset_val from pg_settings where name = 'synchronous_commit') as synchronous_commit`;

/** With these values a commit is confirmed before it is as safe as the server can make it. */
const weakCommits: readonly string[] = ['off', 'local'];

/** Checks that confirmed commits survive a power cut. */
export const durabilityQuestion: DatabaseQuestion = {
  name: 'database.durability',
  // Each session of the service checks its own value, and only a superuser can switch the other settings off.
  quick: false,
  async ask(client) {
    const durability = await read(client);
    const findings = [...diskFaults(durability), ...commitFaults(durability)];
    if (findings.length > 0) return findings;
    return [ok('The server confirms only what is on its disk')];
  },
  async fix(client) {
    const durability = await read(client);
    if (!weakCommits.includes(durability.synchronous_commit)) {
      throw new Error('only a superuser can change it, for the whole server');
    }
    await client.query(strongCommits(durability));
    return [`set synchronous_commit to on for the user ${durability.role} in this database`];
  },
};

async function read(client: PoolClient): Promise<Durability> {
  const [durability] = (await client.query<Durability>(text)).rows;
  if (durability === undefined) throw new Error('the database did not return its settings');
  return durability;
}

function diskFaults({ database, ...settings }: Durability): readonly Finding[] {
  return (['fsync', 'full_page_writes'] as const)
    .filter((name) => settings[name] === 'off')
    .map((name) =>
      wrong(`The server has ${name} = off: a power cut can destroy the whole database`, {
        remedy: 'Switch it on for the whole server, as a superuser',
        command: psqlCommand(database, `alter system set ${name} = on`, 'select pg_reload_conf()'),
      }),
    );
}

function commitFaults(durability: Durability): readonly Finding[] {
  const { database, synchronous_commit: value } = durability;
  if (!weakCommits.includes(value)) return [];
  return [
    wrong(
      `Sessions begin with synchronous_commit = ${value}, with which the server can lose what it has confirmed. ` +
        'The service sets it to on for its own; other programs and a shared pooler do not',
      {
        remedy: 'Set it for the user',
        command: psqlCommand(database, strongCommits(durability)),
      },
    ),
  ];
}

/** A setting of a user in a database overrides those of the server, of the database and of the user. */
function strongCommits({ role, database }: Durability): string {
  return `alter role ${sqlName(role)} in database ${sqlName(database)} set synchronous_commit = on`;
}
