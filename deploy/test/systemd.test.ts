import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from './support/debian-tools.ts';

const deploy = resolve(import.meta.dirname, '..');
const units = join(deploy, 'systemd');

/** Writes the units of a studio into a folder as the installer does. @param studio Empty for the first one of a machine. */
async function writeUnits(directory: string, studio: string): Promise<void> {
  const instance = studio && `@${studio}`;
  for (const template of readdirSync(units).filter((name) => name.includes('@.'))) {
    const text = await readFile(join(units, template), 'utf8');
    const programs = /\/usr\/bin\/node|\/usr\/local\/bin\/commissions-%i/g;
    await writeFile(
      join(directory, template.replace('@', instance)),
      text
        .replaceAll(programs, process.execPath)
        .replaceAll('-%i', studio && `-${studio}`)
        .replaceAll('@%i', instance),
    );
  }
}

describe('the systemd unit', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'unit-'));
    for (const studio of ['', 'fox']) await writeUnits(directory, studio);
  });

  afterAll(() => rm(directory, { recursive: true }));

  it('has no fault', async () => {
    const installed = join(directory, 'commissions@fox.service');
    expect(await runTool('systemd-analyze', ['verify', '--man=no', installed])).toEqual({ exitCode: 0, output: '' });
    const faulty = join(directory, 'faulty.service');
    await writeFile(faulty, (await readFile(installed, 'utf8')).replace('KillMode=mixed', 'KillMode=sometimes'));
    expect((await runTool('systemd-analyze', ['verify', '--man=no', faulty])).output).toContain('sometimes');
  });

  it.each([
    'commissions-backup@fox.timer',
    'commissions@fox.socket',
    'commissions-inbox@fox.socket',
    'commissions.socket',
    'commissions-inbox.socket',
  ])('has %s beside it without a fault', async (name) => {
    const verify = ['verify', '--man=no', join(directory, name)];
    expect(await runTool('systemd-analyze', verify)).toEqual({ exitCode: 0, output: '' });
  });

  it('exposes the machine by 2.0 at most', async () => {
    const installed = join(directory, 'commissions@fox.service');
    const { output } = await runTool('systemd-analyze', ['security', '--offline=true', '--no-pager', installed]);
    const level = /Overall exposure level for commissions@fox\.service: (\d+\.\d+)/.exec(output)?.[1];
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
