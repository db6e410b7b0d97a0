import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runOwnCommand } from '../support/own-command.ts';

const packageFile = resolve(import.meta.dirname, '../../package.json');
const commitFile = resolve(import.meta.dirname, '../../dist/commit.txt');

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'commands-'));
});

// Commands that only print something leave no files.
afterEach(async () => {
  expect(await readdir(directory)).toEqual([]);
  await rm(directory, { recursive: true });
});

/** Runs `commissions` with these arguments and a configuration that no service could start with. */
async function run(...args: readonly string[]) {
  const { code, stdout, stderr } = await runOwnCommand(args, { cwd: directory, env: { PORT: 'http' } });
  return { code, stdout, stderr };
}

describe('commissions', () => {
  it('prints its version and commit', async () => {
    const { version } = JSON.parse(await readFile(packageFile, 'utf8'));
    const built = (await readFile(commitFile, 'utf8')).trim();
    const expected = built === '' ? version : `${version} (${built.slice(0, 12)})`;
    expect(await run('--version')).toEqual({ code: 0, stdout: `${expected}\n`, stderr: '' });
  });

  it.each([[['--help']], [['help']]])('names its commands on %j', async (args) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/ serve .* reconcile /s);
  });

  it('shows its help and ends with 2 without a command, so that nothing seems to be served', async () => {
    const { code, stdout, stderr } = await run();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Usage: commissions .* serve .* reconcile /s);
  });

  it('shows the help of a command', async () => {
    expect(await run('serve', '--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('SIGTERM') });
  });

  it.each([
    [['serv'], "Unknown command 'serv' (Did you mean serve?). See --help.\n"],
    [['--port', '3'], "Unknown option '--port'. See --help.\n"],
    [['serve', '--port'], "Unknown option '--port'. See --help.\n"],
    [['serve', 'now'], /^Too many arguments for 'serve'.*\. See --help\.\n$/],
  ])('rejects %j in a line, with code 2', async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it.each([[['serve']], [['reconcile']]])('tells of a faulty configuration with code 1: %j', async (args) => {
    expect(await run(...args)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The configuration has faults:\n  PORT must be a whole number from 0 to 65535\n',
    });
  });
});
