import { once } from 'node:events';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../test/support/free-port.ts';
import { makeLaterMigrations } from '../../test/support/later-version.ts';
import { type AnotherMachine, makeAnotherMachine, repository } from './support/another-machine.ts';
import { makeReleases, type Releases } from './support/releases.ts';

const installer = join(repository, 'deploy/systemd/install.sh');
const settings = 'etc/commissions/commissions.env';

let machine: AnotherMachine;
let releases: Releases;
/** A made-up later version on the same tables, and one that migrates them. */
let later: string;
let migrating: string;
let port: number;
/** The settings that work. */
let valid: string;

beforeAll(async () => {
  [machine, releases] = await Promise.all([makeAnotherMachine(), makeReleases()]);
  later = await releases.madeUp('1.1.0');
  const { file, remove } = await makeLaterMigrations();
  migrating = await releases.madeUp('1.2.0', file);
  await remove();
  const { run, pathOf } = machine;
  await run(installer, releases.tarball);
  await machine.copyPackages('/opt/commissions/current/node_modules');
  await run('ln', '-s', join(repository, 'deploy/test/support/systemctl.sh'), '/tmp/systemctl');
  port = await freePort();
  await appendFile(pathOf(settings), `PORT=${port}\nINBOX=off\n`);
  valid = await readFile(pathOf(settings), 'utf8');
  expect(await update()).toMatchObject({ code: 0 });
});

afterAll(async () => {
  await machine.run('systemctl', 'stop', 'commissions');
  await Promise.all([machine.remove(), releases.remove()]);
});

const update = (tarball = releases.tarball) => machine.endOf(installer, tarball);
const goBack = () => machine.endOf('/opt/commissions/current/deploy/systemd/install.sh', '--back');
const current = async () => (await machine.run('readlink', '/opt/commissions/current')).trim();
const kept = async () => (await readdir(machine.pathOf('opt/commissions/releases'))).toSorted();
const mainPid = () => machine.run('systemctl', 'show', '--property=MainPID', '--value', 'commissions');
const write = (path: string, text: string) => writeFile(machine.pathOf(path), text);

/** The stand-in for systemctl runs these lines of a shell once, when it is called so the next time. */
const atNext = (command: string, lines: string) => write(`tmp/at-${command}`, `rm /tmp/at-${command}\n${lines}\n`);

async function isUp(onPort = port): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${onPort}/healthz`).catch(() => null);
  return response?.status === 200;
}

async function health(): Promise<unknown> {
  return (await fetch(`http://127.0.0.1:${port}/healthz`)).json();
}

describe('an update that would not start', () => {
  it('leaves the running version unchanged and names every fault without its value', async () => {
    const [before, pid, releasesBefore] = [await current(), await mainPid(), await kept()];
    const key = 'not-32-bytes-of-base64';
    await machine.run('sh', '-c', 'umask 077; openssl genpkey -algorithm ed25519 -out /etc/commissions/dkim.pem');
    const invalid = `RETENTION=nope\nSECRETS_KEY=${key}\nDKIM_SELECTOR=a\nDKIM_KEY_FILE=/etc/commissions/dkim.pem\n`;
    await write(settings, `${valid}${invalid}CATALOGUE_FILE=/etc/commissions/none.json\n`);
    const { code, stderr } = await update();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ {2}RETENTION entry 1 must be STATUS=days/m);
    expect(stderr).toMatch(/^ {2}SECRETS_KEY entry 1 must be 32 random bytes/m);
    expect(stderr).toMatch(/^ {2}CATALOGUE_FILE names a file that does not exist/m);
    // Root could read it.
    expect(stderr).toMatch(/^ {2}DKIM_KEY_FILE must name a file with a private key in PEM that can be read/m);
    expect(stderr).toContain('nothing was changed');
    expect(stderr).not.toContain(key);
    expect([await current(), await mainPid(), await kept()]).toEqual([before, pid, releasesBefore]);
    expect(await isUp()).toBe(true);
  });

  it.each([
    ['DATA_DIR=/proc/data\n', 'DATA_DIR (/proc/data) cannot be a folder'],
    ["NODE_OPTIONS='--no-such-option'\n", '--no-such-option'],
  ])('is refused with %j', async (line, sentence) => {
    const before = await current();
    await write(settings, `${valid}${line}`);
    expect(await update()).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
    expect(await current()).toBe(before);
  });

  it('is not refused for settings that a drop-in completes', async () => {
    await write(settings, `${valid}METRICS_TOKEN=token\n`);
    expect(await update()).toMatchObject({ code: 1, stderr: expect.stringContaining('METRICS_PORT is missing') });
    await write('tmp/environment', 'METRICS_PORT=0 "METRICS_HOST=127.0.0.1"\n');
    expect(await update()).toMatchObject({ code: 0 });
    await machine.run('rm', '/tmp/environment');
  });
});

describe('an update that fails to start', () => {
  let occupant: Server;

  beforeAll(async () => {
    occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    await write(settings, valid);
    expect(await update()).toMatchObject({ code: 0 });
  });

  afterAll(() => occupant.close());

  it('brings back the version before with the settings of its start, and succeeds once they are corrected', async () => {
    const before = await current();
    const { port: taken } = occupant.address() as { port: number };
    const refused = valid.replace(`PORT=${port}`, `PORT=${taken}`);
    await write(settings, refused);
    const { code, stderr } = await update(later);
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${taken} of 127.0.0.1 is in use by another program`);
    expect(stderr).toContain(
      'Version 1.1.0 does not start. Version 1.0.0 runs again with the settings of the last start',
    );
    expect(stderr).toContain('journalctl -u commissions --since');
    expect(await current()).toBe(before);
    expect(await isUp()).toBe(true);
    expect(await readFile(machine.pathOf(settings), 'utf8')).toBe(valid);
    expect(await readFile(machine.pathOf(`${settings}.refused`), 'utf8')).toBe(refused);

    const free = await freePort();
    await write(settings, refused.replace(`PORT=${taken}`, `PORT=${free}`));
    expect(await update()).toMatchObject({ code: 0 });
    expect(await current()).not.toBe(before);
    expect(await isUp(free)).toBe(true);
    port = free;
    valid = await readFile(machine.pathOf(settings), 'utf8');
  });

  it('brings back the version before when the new one ends soon after its start', async () => {
    const before = await current();
    await atNext('sleep', 'systemctl stop commissions');
    expect(await update()).toMatchObject({ code: 1, stderr: expect.stringContaining('Version 1.0.0 runs again. ') });
    expect(await current()).toBe(before);
    expect(await isUp()).toBe(true);
  });

  it('goes back after a killed installer to the version that last ran, with another Node.js if its own is gone', async () => {
    const before = await current();
    await machine.run(
      'sed',
      '-i',
      's|^ExecStart=[^ ]*|ExecStart=/opt/node-20/bin/node|',
      `${before}/system/commissions.service`,
    );
    await atNext('daemon-reload', 'kill -9 "$PPID"');
    expect((await update()).code).not.toBe(0);
    expect(await current()).not.toBe(before);
    await atNext('restart', 'exit 1');
    expect(await update()).toMatchObject({ code: 1, stderr: expect.stringContaining('Version 1.0.0 runs again. ') });
    expect(await current()).toBe(before);
    expect(await isUp()).toBe(true);
    expect(await update()).toMatchObject({ code: 0 });
    expect((await kept()).map((name) => `/opt/commissions/releases/${name}`)).toEqual([before, await current()]);
  });

  it('leaves the new version and the settings as they are when neither version starts', async () => {
    const before = await current();
    const changed = `${valid}# a note\n`;
    await write(settings, changed);
    await write('tmp/at-restart', 'exit 1\n');
    expect(await update()).toMatchObject({ code: 1, stderr: expect.stringContaining('Neither version 1.0.0 nor') });
    expect(await current()).not.toBe(before);
    expect(await readFile(machine.pathOf(settings), 'utf8')).toBe(changed);
    await machine.run('rm', '/tmp/at-restart');
    expect(await update()).toMatchObject({ code: 0 });
    expect(await isUp()).toBe(true);
    valid = changed;
  });

  it('keeps the new version with the settings of the last start when it alone starts with them', async () => {
    const before = await current();
    await write(settings, `${valid}# another note\n`);
    // The first start is that of the new version, the second that of the version before.
    await write('tmp/at-restart', 'echo >> /tmp/starts\n[ "$(wc -l < /tmp/starts)" -gt 2 ] || exit 1\n');
    const { code, stderr } = await update();
    expect([code, stderr]).toEqual([1, expect.stringContaining('Version 1.0.0 runs with the settings of the last')]);
    expect(await current()).not.toBe(before);
    expect(await readFile(machine.pathOf(settings), 'utf8')).toBe(valid);
    expect(await isUp()).toBe(true);
  });
});

describe('going back', () => {
  beforeAll(async () => {
    await write(settings, valid);
    expect(await update(later)).toMatchObject({ code: 0 });
  });

  it('runs the version before again, with the settings, and does not go further', async () => {
    const added = `${valid}# since the update\n`;
    await write(settings, added);
    expect(await goBack()).toMatchObject({ code: 0, stdout: expect.stringContaining('Version 1.0.0 runs again') });
    expect(await health()).toMatchObject({ version: '1.0.0' });
    expect(await readFile(machine.pathOf(settings), 'utf8')).toBe(added);
    const again = await goBack();
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no version before 1.0.0') });
    expect(await health()).toMatchObject({ version: '1.0.0' });
  });

  it('returns to the earlier version also after the later one was installed twice', async () => {
    expect(await update(later)).toMatchObject({ code: 0 });
    expect(await update(later)).toMatchObject({ code: 0 });
    expect(await kept()).toHaveLength(2);
    expect(await goBack()).toMatchObject({ code: 0 });
    expect(await health()).toMatchObject({ version: '1.0.0' });
  });

  it('does not go to a version that failed to start', async () => {
    const before = await current();
    await atNext('restart', 'exit 1');
    expect(await update(later)).toMatchObject({ code: 1 });
    expect(await goBack()).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no version before') });
    expect(await current()).toBe(before);
  });

  it('leaves the later version running when the version before does not start', async () => {
    expect(await update(later)).toMatchObject({ code: 0 });
    await atNext('restart', 'exit 1');
    const { code, stderr } = await goBack();
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('Version 1.0.0 does not start. Version 1.1.0 runs again'),
    ]);
    expect(await health()).toMatchObject({ version: '1.1.0' });
    expect(await goBack()).toMatchObject({ code: 0 });
  });

  it('is refused, and changes nothing, once a later version has migrated the tables', async () => {
    expect(await update(migrating)).toMatchObject({ code: 0 });
    const [before, pid] = [await current(), await mainPid()];
    const { code, stderr } = await goBack();
    expect(code).toBe(1);
    expect(stderr).toContain('The tables are those of a later version (1000)');
    expect(stderr).toContain('Version 1.0.0 does not start on these tables, and nothing was changed');
    expect([await current(), await mainPid()]).toEqual([before, pid]);
    expect(await health()).toMatchObject({ version: '1.2.0' });
  });
});
