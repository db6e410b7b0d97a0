import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Entrant, hasFiles } from '../entrants.ts';
import type { LoadJob } from '../load-job.ts';
import type { Sample } from '../sample.ts';
import { samplePayload } from '../submission-body.ts';
import type { World } from '../world.ts';

const run = promisify(execFile);
const seconds = 2;
const debianDirectory = '/usr/lib/postgresql';

/** The rate of PostgreSQL itself: its own load generator inserts the same record with one commit each. */
export const pgbench: Entrant = {
  name: 'pgbench',
  role: 'pgbench',
  takes: (load) => !hasFiles(load),
  async start(world) {
    const program = findPgbench();
    if (!program) {
      console.error('pgbench is LEFT OUT: it is not installed (Debian: apt-get install postgresql-contrib)');
      return null;
    }
    const script = join(world.directory, 'insert.sql');
    await writeFile(script, await insertText(world));
    return { measure: (job) => measure(program, script, job, world), stop: async () => {} };
  },
};

function findPgbench(): string | null {
  const versions = existsSync(debianDirectory) ? readdirSync(debianDirectory) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const directories = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...newestFirst.map((version) => join(debianDirectory, version, 'bin')),
  ];
  return directories.map((directory) => join(directory, 'pgbench')).find(existsSync) ?? null;
}

/** Generates ids in the order of time, like the service's, where the server supports it. */
async function insertText({ database }: World): Promise<string> {
  const [found] = await database.query("select from pg_proc where proname = 'uuidv7'");
  const id = found ? 'uuidv7()' : 'gen_random_uuid()';
  return `insert into commission_requests (
    id, created_at, status, customer_name, customer_email, customer_socials, message,
    type_id, option_id, custom_card_id, ip_address, user_agent, extra_ids
  ) values (${id}, now(), 'NEW', :name, :email, :socials, :message, :type, :option, null, :address, :agent, '{}');\n`;
}

async function measure(program: string, script: string, { concurrency }: LoadJob, world: World): Promise<Sample> {
  const { customerName, customerEmail, customerSocials, message, typeId, optionId } = samplePayload;
  const variables = {
    name: customerName,
    email: customerEmail,
    socials: customerSocials,
    message,
    type: typeId,
    option: optionId,
    address: '203.0.113.7',
    agent: 'bench',
  };
  await world.records.clear();
  const { stdout } = await run(program, [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${concurrency}`,
    `--jobs=${Math.min(concurrency, 2)}`,
    `--time=${seconds}`,
    `--file=${script}`,
    ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
    world.database.url,
  ]);
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  if (!(perSecond > 0)) throw new Error(`pgbench printed no rate: ${stdout}`);
  return {
    submissions: Math.round(perSecond * seconds),
    cpuMs: null,
    wallMs: 1000 / perSecond,
    p50Ms: null,
    p99Ms: null,
  };
}
