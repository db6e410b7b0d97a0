import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../test/support/free-port.ts';
import { type AnotherMachine, makeAnotherMachine, repository } from './support/another-machine.ts';
import { makeReleases, type Releases } from './support/releases.ts';

const installer = join(repository, 'deploy/systemd/install.sh');

let machine: AnotherMachine;
let releases: Releases;
let run: AnotherMachine['run'];
let failureOf: AnotherMachine['endOf'];
let pathOf: AnotherMachine['pathOf'];
let address: string;

const kept = () => readdir(pathOf('opt/commissions/releases'));
const read = (path: string) => readFile(pathOf(path), 'utf8');
const unit = 'etc/systemd/system/commissions.service';
/** What systemctl was called with. */
const calls = async () => (await read('tmp/systemctl.log')).split('\n');
const current = () => run('readlink', '/opt/commissions/current');

beforeAll(async () => {
  [machine, releases] = await Promise.all([makeAnotherMachine(), makeReleases()]);
  ({ run, endOf: failureOf, pathOf } = machine);
  await run(installer, releases.tarball);
  await machine.copyPackages('/opt/commissions/current/node_modules');
});

afterAll(() => Promise.all([machine.remove(), releases.remove()]));

describe('the installer', () => {
  it('makes an account without a shell, settings that others cannot read, and starts the unit', async () => {
    expect(await run('getent', 'passwd', 'commissions')).toMatch(/:\/var\/lib\/commissions:\/usr\/sbin\/nologin$/m);
    expect(await run('stat', '--format', '%a %U %G', '/etc/commissions/commissions.env')).toBe(
      '640 root commissions\n',
    );
    const actions = (await calls()).filter((line) => !/^(?:show|reset-failed) |^$/.test(line));
    expect(actions).toEqual(['daemon-reload', 'enable --quiet commissions', 'restart commissions']);
  });

  it('keeps development packages and the right to write from the service', async () => {
    const [release = ''] = await kept();
    expect(await readdir(pathOf(`opt/commissions/releases/${release}/node_modules`))).not.toContain('vitest');
    const mayWrite = await failureOf('runuser', '-u', 'commissions', '--', 'touch', '/opt/commissions/current/dist/x');
    expect(mayWrite.stderr).toContain('Permission denied');
  });

  it('installs a unit that starts, and a command that works beside it', async () => {
    const [port, inboxPort] = [await freePort(), await freePort()];
    address = `http://127.0.0.1:${port}`;
    const settings = `PORT=${port}\\nINBOX_PORT=${inboxPort}\\n`;
    await run('sh', '-c', `printf '${settings}' >> /etc/commissions/commissions.env`);
    const service = await startUnit();
    try {
      await expect.poll(isReady).toBe(true);
      expect(await run('commissions', 'operators', 'invite', 'ann@example.org', '--role', 'owner')).toMatch(/^http/);
      await run('install', '-d', '-m', '700', '-o', 'commissions', '/var/backups/commissions');
      const backupUnit = await read('etc/systemd/system/commissions-backup.service');
      const backup = /^ExecStart=(.*)$/m.exec(backupUnit)?.[1]?.split(' ') ?? [];
      expect(await run('env', '-i', 'PATH=/usr/bin:/bin', ...backup)).toMatch(/^Back-up \S+Z: 0 requests/);
      const relative = await run('sh', '-c', 'cd /var/backups && commissions backup verify commissions --json');
      expect(JSON.parse(relative)).toMatchObject({ differences: 0 });
      const as = (account: string) => ['-u', account, '--', 'commissions', 'operators', 'list'] as const;
      expect(await run('runuser', ...as('commissions'))).toMatch(/^id +role/);
      const asNobody = await failureOf('runuser', ...as('nobody'));
      expect(asNobody).toMatchObject({ code: 1, stderr: expect.stringContaining('sudo commissions') });
    } finally {
      service.kill('SIGTERM');
      await once(service, 'close');
    }
  });

  it('gives the command the settings as they stand in the file, and Node.js those that it reads first', async () => {
    const text = await read('etc/commissions/commissions.env');
    await writeFile(pathOf('tmp/show.cjs'), 'console.log(JSON.stringify([process.env.PROBE, process.env.LOG_LEVEL]))');
    const added = `PROBE='pa#ss\\\\ "$(id)"'\nLOG_LEVEL=debug\nNODE_OPTIONS="--require /tmp/show.cjs"\n`;
    try {
      await run('sh', '-c', `printf '%s' "$1" >> /etc/commissions/commissions.env`, 'sh', added);
      const shown = await run('env', 'LOG_LEVEL=warn', 'commissions', '--version');
      expect(JSON.parse(shown.split('\n')[0] ?? '')).toEqual(['pa#ss\\\\ "$(id)"', 'warn']);
      await run(
        'sh',
        '-c',
        'echo "# a note" >> /etc/commissions/commissions.env; echo PORT=3000 \\# taken >> /etc/commissions/commissions.env',
      );
      const line = text.split('\n').length + 4;
      const refusal = `/etc/commissions/commissions.env, line ${line}: PORT has a #`;
      expect(await failureOf('commissions', 'tokens', 'list')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(refusal),
      });
      const named = await failureOf('commissions', 'doctor', '--only', 'environment.variables');
      expect(named.stdout).toContain(`wrong    environment.variables: ${refusal}`);
      const [running, before] = [await current(), await kept()];
      await run('sh', '-c', 'echo RETENTION=nope >> /etc/commissions/commissions.env');
      const refused = await failureOf(installer, releases.tarball);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(refusal) });
      expect(refused.stderr).toContain('RETENTION entry 1 must be STATUS=days');
      expect([await current(), await kept()]).toEqual([running, before]);
    } finally {
      await run('sh', '-c', 'printf %s "$1" > /etc/commissions/commissions.env', 'sh', text);
    }
  });

  it('upgrades: settings stay, the program changes at once, one old release is kept', async () => {
    const before = await read('etc/commissions/commissions.env');
    const [first = ''] = await kept();
    const oldest = '20200101T000000-1';
    await run('mkdir', `/opt/commissions/releases/${oldest}`);
    // The folder that an interrupted upgrade leaves.
    await run('mkdir', '/opt/commissions/releases/.unfinished');
    await run('ln', '-s', '/opt/commissions/releases/.unfinished', '/opt/commissions/next');
    await run(installer, await releases.madeUp('1.1.0'));
    expect(await read('etc/commissions/commissions.env')).toBe(before);
    const [older, added, ...more] = (await kept()).toSorted();
    expect([older, more]).toEqual([first, []]);
    expect(await current()).toBe(`/opt/commissions/releases/${added}\n`);
    expect(await run('commissions', '--version')).toContain('1.1.0');
    await expectSocketsOfSettings();
  });

  it('goes back with the sockets on the ports that the settings have now', async () => {
    const later = await current();
    // The first version was installed before the settings had ports.
    await run('/opt/commissions/current/deploy/systemd/install.sh', '--back');
    expect(await current()).not.toBe(later);
    await expectSocketsOfSettings();
    await run(installer, await releases.madeUp('1.1.0'));
  });

  it('leaves neither half a unit, half the settings nor half a release when the disk is full', async () => {
    const settings = 'etc/commissions/commissions.env';
    const [textBefore, unitBefore] = [await read(settings), await read(unit)];
    // Each writes a half of its file, and fails.
    await run('mkdir', '/tmp/full-disk');
    const halfUnit = 'case "$1" in */usr/bin/node*) echo half; exit 4 ;; esac\nexec /usr/bin/sed "$@"\n';
    await writeFile(pathOf('tmp/full-disk/sed'), `#!/bin/sh\n${halfUnit}`, { mode: 0o755 });
    const install = `PATH=/tmp/full-disk:$PATH exec ${installer} ${releases.tarball}`;
    const onFullDisk = () => failureOf('sh', '-c', install);
    const whole = await kept();
    expect(await onFullDisk()).toMatchObject({ code: 4 });
    expect(await read(unit)).toBe(unitBefore);
    expect(await kept()).toEqual(whole);

    const halfSettings = 'for last; do :; done\ncase $last in *.env*) echo half > "$last"; exit 4 ;; esac';
    const script = `#!/bin/sh\n${halfSettings}\nexec /usr/bin/install "$@"\n`;
    await writeFile(pathOf('tmp/full-disk/install'), script, { mode: 0o755 });
    await run('rm', '/tmp/full-disk/sed', '/etc/commissions/commissions.env');
    expect(await onFullDisk()).toMatchObject({ code: 4 });
    await expect(read(settings)).rejects.toThrow();
    await run('sh', '-c', 'printf %s "$1" > /etc/commissions/commissions.env', 'sh', textBefore);
  });
});

describe('a second studio', () => {
  it('has an account, settings, ports, data, units and a command of its own', async () => {
    const first = await Promise.all([current(), read('etc/commissions/commissions.env'), read(unit)]);
    await run('sh', '-c', 'mkdir -p /etc/commissions-owl && echo PORT=3010 > /etc/commissions-owl/commissions.env');
    await run(installer, '--name', 'fox', releases.tarball);
    expect(await run('getent', 'passwd', 'commissions-fox')).toContain(':/var/lib/commissions-fox:/usr/sbin/nologin');
    const settings = await read('etc/commissions-fox/commissions.env');
    expect(settings).toContain('\nBUCKET_NAME=commissions-fox\nDATA_DIR=/var/lib/commissions-fox\n');
    const port = Number(/^PORT=(\d+)$/m.exec(settings)?.[1]);
    // 3010 is another studio's.
    expect(port).toBeGreaterThanOrEqual(3020);
    expect(settings).toContain(`INBOX_PORT=${port + 1}\n`);
    const units = ['commissions@fox.service', 'commissions-backup@fox.service', 'commissions-backup@fox.timer'];
    const sockets = ['commissions@fox.socket', 'commissions-inbox@fox.socket'];
    for (const name of [...units, ...sockets]) expect(await read(`etc/systemd/system/${name}`)).not.toContain('%i');
    expect(await socketIn('commissions@fox.socket')).toEqual([`127.0.0.1:${port}`, 'commissions@fox.service']);
    expect(await socketIn('commissions-inbox@fox.socket')).toEqual([
      `127.0.0.1:${port + 1}`,
      'commissions@fox.service',
    ]);
    const its = await read('etc/systemd/system/commissions@fox.service');
    expect(its).toContain('\nExecStart=');
    expect(its.replaceAll('commissions-fox', 'commissions')).toBe(first[2]);
    expect(await calls()).toContain('restart commissions@fox');
    expect(await run('commissions-fox', '--version')).toContain('1.0.0');
    expect(await Promise.all([current(), read('etc/commissions/commissions.env'), read(unit)])).toEqual(first);
  });

  it('runs beside the first with its settings', async () => {
    const port = await freePort();
    await run('sh', '-c', `echo 'PORT=${port}\nINBOX=off' >> /etc/commissions-fox/commissions.env`);
    address = `http://127.0.0.1:${port}`;
    const service = await startUnit('commissions@fox');
    try {
      await expect.poll(isReady).toBe(true);
      const owners = 'stat --format %U /var/lib/commissions-fox/* | sort -u';
      expect(await run('sh', '-c', owners)).toBe('commissions-fox\n');
    } finally {
      service.kill('SIGTERM');
      await once(service, 'close');
    }
  });

  it('is removed alone, keeps its data and settings, and is found again', async () => {
    const script = '/opt/commissions-fox/current/deploy/systemd/uninstall.sh';
    const settings = await read('etc/commissions-fox/commissions.env');
    const cluster = () => run('sha256sum', '/var/lib/commissions-fox/postgres/cluster/global/pg_control');
    const before = await cluster();
    await run('mkdir', '/etc/systemd/system/commissions@fox.service.d');
    const said = await run(script, '--name', 'fox');
    expect(said).toContain(
      '  rm -rf /var/lib/commissions-fox /etc/commissions-fox /etc/systemd/system/commissions@fox.service.d && userdel commissions-fox\n',
    );
    const disabled = (await calls()).filter((line) => line.startsWith('disable'));
    expect(disabled.map((line) => line.slice('disable --quiet --now '.length))).toEqual([
      'commissions@fox.socket',
      'commissions-inbox@fox.socket',
      'commissions-backup@fox.timer',
      'commissions-backup@fox.service',
      'commissions@fox.service',
    ]);
    expect(await run('sh', '-c', 'ls -d /etc/systemd/system/*fox* /opt/*fox* /usr/local/bin/*fox* || :')).toBe(
      '/etc/systemd/system/commissions@fox.service.d\n',
    );
    expect(await run('commissions', '--version')).toContain('1.1.0');
    expect(await failureOf(join(repository, 'deploy/systemd/uninstall.sh'), '--name', 'fox')).toMatchObject({
      code: 1,
      stderr: 'Nothing is installed in /opt/commissions-fox.\n',
    });
    await run(installer, '--name', 'fox', releases.tarball);
    expect(await read('etc/commissions-fox/commissions.env')).toBe(settings);
    expect(await cluster()).toBe(before);
    expect(await run('commissions-fox', 'operators', 'list')).toMatch(/^id +role/);
  });
});

async function expectSocketsOfSettings(): Promise<void> {
  const text = await read('etc/commissions/commissions.env');
  for (const [socket, name] of [
    ['commissions.socket', 'PORT'],
    ['commissions-inbox.socket', 'INBOX_PORT'],
  ] as const) {
    const line = text.match(new RegExp(`^${name}=\\d+$`, 'gm'))?.at(-1);
    expect(await socketIn(socket)).toEqual([`127.0.0.1:${line?.slice(name.length + 1)}`, 'commissions.service']);
  }
}

/** The address and the service of an installed socket unit. */
async function socketIn(name: string): Promise<(string | undefined)[]> {
  const text = await read(`etc/systemd/system/${name}`);
  return ['ListenStream', 'Service'].map((line) => new RegExp(`^${line}=(.*)$`, 'm').exec(text)?.[1]);
}

async function isReady(): Promise<boolean> {
  const response = await fetch(`${address}/readyz`).catch(() => null);
  return response?.status === 200;
}

/**
 * Starts the installed unit as systemd would, except for its sandbox: with its folder, account, settings and command.
 */
async function startUnit(name = 'commissions'): Promise<ChildProcess> {
  const text = await read(`etc/systemd/system/${name}.service`);
  const value = (line: string) => new RegExp(`^${line}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  await run('install', '-d', '-m', value('StateDirectoryMode'), '-o', value('User'), value('WorkingDirectory'));
  const script = `set -a; . ${value('EnvironmentFile')}; ${value('Environment')}; cd ${value('WorkingDirectory')}; exec ${value('ExecStart')}`;
  const command = ['setpriv', '--reuid', value('User'), '--regid', value('Group'), '--init-groups', 'sh', '-c', script];
  return spawn(...machine.commandFor(...command), { stdio: 'ignore' });
}
