import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runOwnCommand } from '../support/own-command.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
});

afterEach(() => rm(folder, { recursive: true }));

function doctor(args: readonly string[], env: Record<string, string> = {}) {
  return runOwnCommand(['doctor', ...args], { cwd: folder, env: { DATA_DIR: join(folder, 'data'), ...env } });
}

describe('the command doctor', () => {
  it('runs one check alone, and ends with 0 when it finds nothing', async () => {
    const { code, stdout, stderr } = await doctor(['--only', 'environment.variables']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '1 check, no problems\n' });
    expect(stdout).toMatch(/^ok {7}environment\.variables: .+\n$/);
  });

  it('lists its checks', async () => {
    const { code, stdout } = await doctor(['--list']);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(['machine.node', 'environment.variables']));
  });

  it('names every fault of the configuration, and ends with 1', async () => {
    const env = { PORT: 'http', DATABASE_URL: 'mysql://me:pa55word@host/db' };
    const { code, stdout } = await doctor(['--only', 'environment', '--json'], env);
    expect(code).toBe(1);
    const { verdict, findings } = JSON.parse(stdout.split('\n')[0] ?? '');
    expect(verdict).toBe('wrong');
    expect(findings.map(({ found }: { readonly found: string }) => found)).toEqual([
      expect.stringMatching(/^PORT must be/),
      expect.stringMatching(/^DATABASE_URL must begin with/),
      expect.stringContaining('were not run'),
    ]);
    expect(stdout).not.toContain('pa55word');
  });

  it('says that other checks wait for a configuration without faults', async () => {
    expect(await doctor(['--only', 'database'], { PORT: 'http' })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('the configuration has faults'),
    });
  });

  it.each([
    [['--only', 'nothing'], 'There is no check with that name. See commissions doctor --list.\n'],
    [['--only', ''], 'There is no check with that name. See commissions doctor --list.\n'],
    [['--fix', '--list'], /^Option '--fix' cannot be used with option '--list'/],
    [['now'], /^Too many arguments for 'doctor'/],
  ])('rejects %j in a line, with code 2', async (args, message) => {
    const { code, stdout, stderr } = await doctor(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
