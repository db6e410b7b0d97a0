import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { installLaterVersion, type LaterVersion } from '../support/later-version.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';
import { ownProgram } from '../support/service-process.ts';
import { type RunningService, readState, releases, runProgram, type State, scripts, startProgram } from './released.ts';

type Rows = Readonly<Record<string, readonly string[]>>;
type Columns = Readonly<Record<string, readonly string[]>>;

const columnsText = `
  select table_name as name, json_agg(quote_ident(column_name) order by ordinal_position) as columns
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name`;

let later: LaterVersion;
let folder: ServiceFolder;
let restored: TestDatabase;
let dumped: TestDatabase;

beforeAll(async () => {
  later = await installLaterVersion();
});

afterAll(() => later.remove());

beforeEach(async () => {
  folder = await makeServiceFolder();
  [restored, dumped] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

afterEach(async () => {
  const left = await folder.remove();
  await Promise.all([restored.drop(), dumped.drop()]);
  expect(left).toEqual([]);
});

async function on<T>({ url }: TestDatabase, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const load = async (release: string) =>
  on(dumped, async (client) => void (await client.query(await readFile(join(release, 'tables.sql'), 'utf8'))));

function columnsOf(client: Client): Promise<Columns> {
  return client
    .query<{ name: string; columns: string[] }>(columnsText)
    .then(({ rows }) => Object.fromEntries(rows.map(({ name, columns }) => [name, columns])));
}

async function rowsOf(client: Client, tables: Columns): Promise<Rows> {
  const found: Record<string, readonly string[]> = {};
  for (const [name, columns] of Object.entries(tables)) {
    const { rows } = await client.query(`select ${columns.join()} from public.${name}`);
    found[name] = rows.map((row) => JSON.stringify(row));
  }
  return found;
}

/** A restore holds the channels until somebody releases them. */
function afterRestore({ channels, ...state }: State): State {
  const held = ({ state, ...channel }: State['channels'][string]) => ({
    ...channel,
    state: state === 'enabled' ? 'held' : state,
  });
  return { ...state, channels: Object.fromEntries(Object.entries(channels).map(([id, one]) => [id, held(one)])) };
}

async function restore(release: string, program: string): Promise<RunningService> {
  const copy = join(folder.path, 'backup');
  await cp(join(release, 'backup'), copy, { recursive: true });
  const env = { DATABASE_URL: restored.url };
  await runProgram(folder, program, ['backup', 'verify', copy], env);
  await runProgram(folder, program, ['restore', copy], env);
  return startProgram(folder, program, env);
}

/** Submits and accepts a request, repeats one of the release, and accepts one of its requests. */
async function work({ address, inbox }: RunningService, { requests }: State): Promise<void> {
  const call = await scripts.signIn(inbox);
  const accept = async (id: string, version: unknown) =>
    (await call('PATCH', `requests/${id}`, { version, status: 'ACCEPTED' })).json();
  const payload = { customerName: 'New', customerEmail: 'new@example.org', message: 'After the upgrade' };
  const id = await scripts.submit(address, payload, { files: [join(import.meta.dirname, '../pictures/photo.png')] });
  // The guard has seen it, and it is in the list.
  const isListed = async () => JSON.stringify((await call('GET', `requests?id=${id}`)).json()).includes('"New"');
  await expect.poll(isListed).toBe(true);
  expect(await accept(id, 1)).toMatchObject({ status: 'ACCEPTED', customerName: 'New' });
  const fresh = Object.values(requests).find(({ request }) => request.customerName === 'Fresh')?.request ?? {};
  const { customerName, customerEmail, message } = fresh;
  const again = await scripts.submit(address, { customerName, customerEmail, message }, { key: 'fixture-fresh' });
  expect(again).toBe(fresh.id);
  expect(await accept(again, fresh.version)).toMatchObject({ status: 'ACCEPTED', customerName: 'Fresh' });
}

describe.each(releases)('the fixture of $version', ({ folder: release }) => {
  it('has rows of each table', async () => {
    await load(release);
    const rows = await on(dumped, async (client) => rowsOf(client, await columnsOf(client)));
    expect(Object.keys(rows).filter((name) => rows[name]?.length === 0)).toEqual([]);
    expect(Object.keys(rows).length).toBeGreaterThan(40);
  });
});

describe.each(releases)('the data of $version', ({ folder: release, expected }) => {
  const programs: readonly (readonly [string, () => string])[] = [
    ['this version', () => ownProgram],
    ['a later version', () => later.program],
  ];

  it.each(programs)('are whole in %s, restored and migrated, and work goes on', async (_name, program) => {
    const service = await restore(release, program());
    expect(await readState(service)).toMatchObject(afterRestore(expected));
    await work(service, expected);
    await service.stop();

    await load(release);
    const [columns, before] = await on(dumped, async (client) => {
      const found = await columnsOf(client);
      return [found, await rowsOf(client, found)] as const;
    });
    // The attachments are those of the restore.
    const env = { DATABASE_URL: dumped.url };
    await runProgram(folder, program(), ['migrate'], env);
    const after = await on(dumped, (client) => rowsOf(client, columns));
    for (const [name, rows] of Object.entries(before))
      expect(after[name], name).toEqual(expect.arrayContaining([...rows]));

    const upgraded = await startProgram(folder, program(), env);
    expect(await readState(upgraded)).toMatchObject(expected);
    await work(upgraded, expected);
    await upgraded.stop();
  });
});
