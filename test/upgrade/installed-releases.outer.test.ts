import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';
import { commitOf, type InstalledProgram, installCommit, installLater, installOwn } from './install-release.ts';
import { readState, releases, runProgram, type State, scripts, startProgram } from './released.ts';

const pictures = resolve(import.meta.dirname, '../pictures');

let work: string;
let own: InstalledProgram;
let later: InstalledProgram;
let folder: ServiceFolder;
let empty: ServiceFolder;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'installed-releases-'));
  own = await installOwn(work);
  later = await installLater(work);
});

afterAll(() => rm(work, { recursive: true, force: true }));

beforeEach(async () => {
  [folder, empty] = [await makeServiceFolder(), await makeServiceFolder()];
});

afterEach(async () => {
  const left = [...(await folder.remove()), ...(await empty.remove())];
  expect(left).toEqual([]);
});

const send = (address: string, customerName: string, ...files: readonly string[]) =>
  scripts.submit(
    address,
    { customerName, customerEmail: `${customerName.toLowerCase()}@example.org`, message: `For ${customerName}` },
    { files: files.map((name) => join(pictures, name)) },
  );

/** Fills an empty service by the program, and backs it up. Resolves with its data. */
async function fill({ program }: InstalledProgram, backup: string): Promise<State> {
  const service = await startProgram(folder, program);
  const { address, inbox } = service;
  await expect.poll(service.setUpToken).not.toBe('');
  await scripts.callerOf(inbox)('POST', 'links/accept', {
    token: service.setUpToken(),
    name: 'Olga',
    ...scripts.owner,
  });
  const call = await scripts.signIn(inbox);
  const id = await send(address, 'Accepted', 'photo.png', 'photo.heic');
  await send(address, 'Fresh', 'photo.gif');
  await send(address, 'Bare');
  await call('PATCH', `requests/${id}`, { version: 1, status: 'ACCEPTED', labels: ['oil'], dueOn: '2031-01-02' });
  await call('POST', `requests/${id}/notes`, { text: 'Call back' });
  await call('POST', 'channels', {
    kind: 'webhook',
    name: 'Bot',
    types: ['request.erased'],
    url: 'https://bot.example.org/',
  });
  const state = await readState(service);
  await runProgram(folder, program, ['backup', backup]);
  await service.stop();
  return state;
}

/** Expects the data in the folder as the program gives them, and sends another request. Resolves with its id. */
async function expectData({ program }: InstalledProgram, state: State, inFolder = folder): Promise<string> {
  const service = await startProgram(inFolder, program);
  expect(await readState(service)).toMatchObject(state);
  const id = await send(service.address, 'Another', 'photo.webp');
  await service.stop();
  return id;
}

async function expectWayBack(released: InstalledProgram, state: State, sent: string): Promise<void> {
  await expectData(released, state);
  expect(await runProgram(folder, released.program, ['requests', 'show', sent, '--json'])).toContain('"photo.webp"');
}

/** Expects that the release refuses the tables, leaves the data to the newer version, and restores its own back-up. */
async function expectRefusal(newer: InstalledProgram, released: InstalledProgram, state: State, backup: string) {
  const [last] = (await newer.migrations()).map((name) => Number.parseInt(name, 10)).toSorted((a, b) => b - a);
  const { code, stderr } = await folder.start(scripts.environment, { program: released.program }).ended;
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`The database was migrated to ${last} by a newer version`),
  ]);
  expect(stderr).toContain('restore the back-up from before the upgrade into an empty service');
  await expectData(newer, state);
  await runProgram(empty, released.program, ['restore', backup]);
  const { channels: _held, ...rest } = state;
  await expectData(released, rest as State, empty);
}

describe.each(releases)('an upgrade of an installed $version', ({ version, commit }) => {
  let released: InstalledProgram;

  beforeAll(async () => {
    released = await installCommit(await commitOf(version, commit), join(work, version));
  });

  it('keeps all data in this version, and goes back as long as no migration was added', async () => {
    const backup = join(folder.path, 'backup');
    const state = await fill(released, backup);
    const sent = await expectData(own, state);
    const isMigrated = String(await own.migrations()) !== String(await released.migrations());
    await (isMigrated ? expectRefusal(own, released, state, backup) : expectWayBack(released, state, sent));
  });

  it('keeps all data in a later version with a migration, and goes back by the back-up', async () => {
    const backup = join(folder.path, 'backup');
    const state = await fill(released, backup);
    await expectData(later, state);
    await expectRefusal(later, released, state, backup);
  });
});

describe('a clone without the commit of a release', () => {
  it('is named by a sentence that says which command fetches it', async () => {
    const root = join(work, 'empty');
    execFileSync('git', ['init', '--quiet', root]);
    await expect(commitOf('9.9.9', 'f'.repeat(40), root)).rejects.toThrow(
      /^This clone has neither the tag v9\.9\.9 nor the commit f{40}: run `git fetch --unshallow --tags`/,
    );
  });
});
