import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../test/support/free-port.ts';
import { type AnotherMachine, makeAnotherMachine, repository } from './support/another-machine.ts';

const installer = join(repository, 'deploy/systemd/install.sh');

let machine: AnotherMachine;
let run: AnotherMachine['run'];
let failureOf: AnotherMachine['endOf'];
let changed: AnotherMachine['changed'];
let address: string;

const releases = () => readdir(changed('opt/commissions/releases'));

beforeAll(async () => {
  machine = await makeAnotherMachine();
  ({ run, endOf: failureOf, changed } = machine);
  await run(installer, '--built');
});

afterAll(() => machine.remove());

describe('the installer', () => {
  it('makes an account without a shell, settings that others cannot read, and starts the unit', async () => {
    expect(await run('getent', 'passwd', 'commissions')).toMatch(/:\/var\/lib\/commissions:\/usr\/sbin\/nologin$/m);
    expect(await run('stat', '--format', '%a %U %G', '/etc/commissions/commissions.env')).toBe(
      '640 root commissions\n',
    );
    const calls = (await readFile(changed('tmp/systemctl.log'), 'utf8')).split('\n');
    const actions = calls.filter((line) => !/^(?:show|reset-failed) |^$/.test(line));
    expect(actions).toEqual(['daemon-reload', 'enable --quiet commissions', 'restart commissions']);
  });

  it('keeps development packages and the right to write from the service', async () => {
    const [release = ''] = await releases();
    expect(await readdir(changed(`opt/commissions/releases/${release}/node_modules`))).not.toContain('vitest');
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
      const unit = await readFile(changed('etc/systemd/system/commissions-backup.service'), 'utf8');
      const backup = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
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
    const before = await readFile(changed('etc/commissions/commissions.env'), 'utf8');
    await writeFile(changed('tmp/show.cjs'), 'console.log(JSON.stringify([process.env.PROBE, process.env.LOG_LEVEL]))');
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
      const line = before.split('\n').length + 4;
      const refusal = `/etc/commissions/commissions.env, line ${line}: PORT has a #`;
      expect(await failureOf('commissions', 'tokens', 'list')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(refusal),
      });
      const named = await failureOf('commissions', 'doctor', '--only', 'environment.variables');
      expect(named.stdout).toContain(`wrong    environment.variables: ${refusal}`);
      const [running, kept] = [await run('readlink', '/opt/commissions/current'), await releases()];
      await run('sh', '-c', 'echo RETENTION=nope >> /etc/commissions/commissions.env');
      const refused = await failureOf(installer, '--built');
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(refusal) });
      expect(refused.stderr).toContain('RETENTION entry 1 must be STATUS=days');
      expect([await run('readlink', '/opt/commissions/current'), await releases()]).toEqual([running, kept]);
    } finally {
      await run('sh', '-c', 'printf %s "$1" > /etc/commissions/commissions.env', 'sh', before);
    }
  });

  it('upgrades: settings stay, the program changes at once, one old release is kept', async () => {
    const before = await readFile(changed('etc/commissions/commissions.env'), 'utf8');
    const [first = ''] = await releases();
    const oldest = '20200101T000000-1';
    await run('mkdir', `/opt/commissions/releases/${oldest}`);
    // The folder that an interrupted upgrade leaves.
    await run('mkdir', '/opt/commissions/releases/.unfinished');
    await run('ln', '-s', '/opt/commissions/releases/.unfinished', '/opt/commissions/next');
    await run(installer, '--built');
    expect(await readFile(changed('etc/commissions/commissions.env'), 'utf8')).toBe(before);
    const [kept, added] = (await releases()).toSorted();
    expect((await releases()).length).toBe(2);
    expect(kept).toBe(first);
    expect(await run('readlink', '/opt/commissions/current')).toBe(`/opt/commissions/releases/${added}\n`);
  });

  it('leaves neither half a unit, half the settings nor half a release when the disk is full', async () => {
    const [settings, unit] = ['etc/commissions/commissions.env', 'etc/systemd/system/commissions.service'].map(changed);
    const before = await readFile(unit ?? '', 'utf8');
    // Each writes a half of its file, and fails.
    await run('mkdir', '/tmp/full-disk');
    await writeFile(changed('tmp/full-disk/sed'), '#!/bin/sh\necho half\nexit 4\n', { mode: 0o755 });
    const onFullDisk = () => failureOf('sh', '-c', `PATH=/tmp/full-disk:$PATH exec ${installer} --built`);
    const kept = await releases();
    expect(await onFullDisk()).toMatchObject({ code: 4 });
    expect(await readFile(unit ?? '', 'utf8')).toBe(before);
    expect(await releases()).toEqual(kept);

    const halfSettings = 'for last; do :; done\ncase $last in *.env*) echo half > "$last"; exit 4 ;; esac';
    const script = `#!/bin/sh\n${halfSettings}\nexec /usr/bin/install "$@"\n`;
    await writeFile(changed('tmp/full-disk/install'), script, { mode: 0o755 });
    await run('rm', '/etc/commissions/commissions.env');
    expect(await onFullDisk()).toMatchObject({ code: 4 });
    await expect(readFile(settings ?? '')).rejects.toThrow();
  });

  it('names a fault of the machine or of the arguments', async () => {
    expect(await failureOf(installer, '--fast')).toMatchObject({ code: 2, stderr: expect.stringContaining('--built') });
    const asNobody = await failureOf('runuser', '-u', 'nobody', '--', 'sh', '-c', `cd / && sh -s < ${installer}`);
    expect(asNobody).toMatchObject({ code: 1, stderr: expect.stringContaining('Run this as root') });
    const allButNode = 'mkdir /tmp/bin && ln -s /usr/bin/* /tmp/bin/ && rm -f /tmp/bin/node';
    const withoutNode = await failureOf(
      'sh',
      '-c',
      `${allButNode} && PATH=/usr/local/sbin:/tmp/bin ${installer} --built`,
    );
    expect(withoutNode).toMatchObject({ code: 1, stderr: expect.stringContaining('Node.js is missing') });
  });
});

async function isReady(): Promise<boolean> {
  const response = await fetch(`${address}/readyz`).catch(() => null);
  return response?.status === 200;
}

/**
 * Starts the installed unit as systemd would, except for its sandbox: with its folder, account, settings and command.
 */
async function startUnit(): Promise<ChildProcess> {
  const unit = await readFile(changed('etc/systemd/system/commissions.service'), 'utf8');
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  await run('install', '-d', '-m', value('StateDirectoryMode'), '-o', value('User'), value('WorkingDirectory'));
  const script = `set -a; . ${value('EnvironmentFile')}; ${value('Environment')}; cd ${value('WorkingDirectory')}; exec ${value('ExecStart')}`;
  const command = ['setpriv', '--reuid', value('User'), '--regid', value('Group'), '--init-groups', 'sh', '-c', script];
  return spawn(...machine.commandFor(...command), { stdio: 'ignore' });
}
