import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnotherMachine, makeAnotherMachine, repository } from './support/another-machine.ts';
import { makeReleases, type Releases } from './support/releases.ts';

const installer = join(repository, 'deploy/systemd/install.sh');
const uninstaller = join(repository, 'deploy/systemd/uninstall.sh');

let machine: AnotherMachine;
let releases: Releases;
const endOf = (...command: readonly string[]) => machine.endOf(...command);

beforeAll(async () => {
  [machine, releases] = await Promise.all([makeAnotherMachine(), makeReleases()]);
});

afterAll(() => Promise.all([machine.remove(), releases.remove()]));

async function expectRefusal(tarball: string, sentence: string): Promise<void> {
  expect(await endOf(installer, tarball)).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
  // No account, no settings, no unit, and no rest of the release.
  expect((await endOf('id', 'commissions')).code).toBe(1);
  await expect(stat(machine.pathOf('etc/commissions'))).rejects.toThrow();
  expect((await endOf('ls', '/opt/commissions')).code).toBe(2);
}

describe('a file that is no release', () => {
  it('is refused when it is missing, cut off or no tarball', async () => {
    await expectRefusal('/srv/none.tgz', 'There is no file /srv/none.tgz.');
    const whole = await readFile(releases.tarball);
    const cut = await releases.write('cut.tgz', whole.subarray(0, whole.length / 2));
    await expectRefusal(cut, `${cut} is not a whole tarball, and nothing was changed`);
    await expectRefusal(await releases.write('page.tgz', '<!doctype html>'), 'is not a whole tarball');
  });

  it('is refused when it is of another program', async () => {
    const client = await releases.write('client.tgz', await readFile(releases.client));
    await expectRefusal(client, `${client} is not the program of a release`);
  });

  it('is refused when its checksum is another, or that of another version', async () => {
    const tarball = await releases.write('a.tgz', await readFile(releases.tarball));
    await releases.write('SHA256SUMS', `${'0'.repeat(64)}  a.tgz\n`);
    await expectRefusal(tarball, `${tarball} is not the file that`);
    await releases.write('SHA256SUMS', `${'0'.repeat(64)}  aa.tgz\n`);
    await expectRefusal(tarball, 'SHA256SUMS does not name a.tgz');
  });
});

describe('an installer', () => {
  it('refuses the tarball of a version with another installer, and says how to take that', async () => {
    await machine.run('sh', '-c', `{ cat ${installer}; echo '# later'; } > /srv/install.sh`);
    const { code, stderr } = await endOf('sh', '/srv/install.sh', releases.tarball);
    expect([code, stderr]).toEqual([1, expect.stringContaining('This installer is of another version')]);
    const [command = ''] = /tar -xzf .*/.exec(stderr) ?? [];
    await machine.run('sh', '-c', `cd /srv && ${command} && cmp install.sh ${installer}`);
  });

  it('refuses to work while another one does', async () => {
    for (const command of [[installer, releases.tarball], [installer, '--back'], [uninstaller]]) {
      const { code, stderr } = await endOf('flock', '/run/commissions-install.lock', ...command);
      expect([code, stderr]).toEqual([1, expect.stringContaining('nstaller is at work on this machine')]);
    }
  });

  it('has nothing to go back to on a machine without the service', async () => {
    const nothing = { code: 1, stderr: 'Nothing is installed in /opt/commissions.\n' };
    expect(await endOf(installer, '--back')).toMatchObject(nothing);
    expect(await endOf(uninstaller)).toMatchObject(nothing);
  });

  it('shows its usage for arguments that it does not know', async () => {
    for (const args of [[], [''], ['--fast'], ['a.tgz', 'b.tgz'], ['--name', 'fox'], ['--back', '--name', 'fox']]) {
      expect(await endOf(installer, ...args)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/install\.sh \[--name STUDIO\] TARBALL .*\n.*--back/),
      });
    }
    expect(await endOf(uninstaller, 'fox')).toMatchObject({ code: 2, stderr: 'uninstall.sh [--name STUDIO]\n' });
  });

  it('refuses a name that is no part of an account', async () => {
    for (const name of ['', 'Fox', 'fox den', '../fox', 'füchse', '-fox', 'f'.repeat(21)]) {
      const refusal = { code: 2, stderr: expect.stringContaining('The name of a studio has 1 to 20 small letters') };
      expect(await endOf(installer, '--name', name, releases.tarball)).toMatchObject(refusal);
    }
    expect(await endOf(uninstaller, '--name', '../fox')).toMatchObject({ code: 2 });
  });

  it('names the program that the machine lacks', async () => {
    const asNobody = ['runuser', '-u', 'nobody', '--', 'sh', '-c', `cd / && sh -s x.tgz < ${installer}`];
    expect(await endOf(...asNobody)).toMatchObject({ code: 1, stderr: expect.stringContaining('Run this as root') });
    await machine.run('sh', '-c', 'mkdir /srv/bin && ln -s /usr/bin/* /srv/bin/ && rm -f /srv/bin/node /srv/bin/npm');
    const here = () => endOf('env', 'PATH=/usr/local/sbin:/srv/bin', installer, releases.tarball);
    expect((await here()).stderr).toContain('Node.js is missing');
    await machine.run('ln', '-s', process.execPath, '/srv/bin/node');
    expect((await here()).stderr).toContain('npm is missing');
  });
});
