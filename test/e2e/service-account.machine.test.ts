import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.ts';

const nobody = 65_534;
const nameless = 54_321;

let directory: string;
let dataDirectory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'service-account-'));
  dataDirectory = join(directory, 'data');
  await mkdir(dataDirectory);
});

afterEach(() => rm(directory, { recursive: true }));

function command(...args: readonly string[]) {
  const env = { DATA_DIR: dataDirectory, BUCKET_NAME: 'attachments', DATABASE_URL: 'postgres://me@127.0.0.1:1/none' };
  return runCommand(args, { env, cwd: directory });
}

// Only root can give a folder away.
describe('Root with the data of a service of another account', () => {
  it.each([
    [['channels', 'add', 'webhook', 'https://example.org/x']],
    [['secrets', 'rotate']],
    [['requests', 'erase', 'K7QX-29MB', '--yes']],
    [['backup', '--to', 's3://backups/commissions']],
    [['restore', '/backup']],
  ])('is given the command to use, and leaves no file: %j', async (args) => {
    await chown(dataDirectory, nobody, nobody);
    const { code, stderr } = await command(...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /DATA_DIR \(.*\) belongs to the account nobody, .*: .*, runuser -u nobody -- commissions …\n$/,
    );
    expect(await readdir(dataDirectory)).toEqual([]);
  });

  it('is given another command where the account has no name', async () => {
    await chown(dataDirectory, nameless, nameless);
    expect((await command('tokens', 'list')).stderr).toMatch(/account 54321, .* sudo -u '#54321' commissions …\n$/);
  });

  it.each(['spool', 'postgres'])('goes on where a service of root has made the folder %s', async (folder) => {
    await mkdir(join(dataDirectory, folder));
    await chown(dataDirectory, nobody, nobody);
    expect((await command('tokens', 'list')).stderr).toMatch(
      /^Could not list the tokens: The database cannot be reached/,
    );
  });

  it('may run the doctor', async () => {
    await chown(dataDirectory, nobody, nobody);
    expect((await command('doctor', '--only', 'machine.node')).stdout).toMatch(/machine.node/);
  });
});
