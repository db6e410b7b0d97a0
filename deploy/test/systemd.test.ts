import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTool } from './support/debian-tools.ts';

const deploy = resolve(import.meta.dirname, '..');
const unit = join(deploy, 'systemd/commissions.service');

describe('the systemd unit', () => {
  it('has no fault', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'unit-'));
    const installed = join(directory, 'commissions.service');
    // The replacement that the installer makes.
    const text = (await readFile(unit, 'utf8')).replaceAll('/usr/bin/node', process.execPath);
    await writeFile(installed, text);
    expect(await runTool('systemd-analyze', ['verify', '--man=no', installed])).toEqual({ exitCode: 0, output: '' });
    await writeFile(installed, text.replace('KillMode=mixed', 'KillMode=sometimes'));
    expect((await runTool('systemd-analyze', ['verify', '--man=no', installed])).output).toContain('sometimes');
    await rm(directory, { recursive: true });
  });

  it('has a back-up by a timer without a fault', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'unit-'));
    for (const name of ['commissions-backup.service', 'commissions-backup.timer']) {
      const text = await readFile(join(deploy, 'systemd', name), 'utf8');
      await writeFile(join(directory, name), text.replace('/usr/local/bin/commissions', process.execPath));
    }
    const timer = join(directory, 'commissions-backup.timer');
    expect(await runTool('systemd-analyze', ['verify', '--man=no', timer])).toEqual({ exitCode: 0, output: '' });
    await rm(directory, { recursive: true });
  });

  it('exposes the machine by 2.0 at most', async () => {
    const { output } = await runTool('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
    const level = /Overall exposure level for commissions\.service: (\d+\.\d+)/.exec(output)?.[1];
    expect(Number(level)).toBeGreaterThan(0);
    expect(Number(level)).toBeLessThanOrEqual(2.0);
  });
});

describe('the scripts', () => {
  const folders = ['systemd', 'test/support'];
  const scripts = folders.flatMap((folder) =>
    readdirSync(join(deploy, folder)).flatMap((name) => (name.endsWith('.sh') ? join(deploy, folder, name) : [])),
  );

  it.each(scripts.map((path) => path.slice(deploy.length + 1)))('are clean for shellcheck: %s', async (script) => {
    // Follows sourced scripts relative to the sourcing script.
    const args = ['--external-sources', '--source-path=SCRIPTDIR', join(deploy, script)];
    expect(await runTool('shellcheck', args)).toEqual({ exitCode: 0, output: '' });
  });
});
