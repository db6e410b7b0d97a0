import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runOwnCommand } from '../support/own-command.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-file-'));
  file = join(folder, 'commissions.env');
});

afterEach(() => rm(folder, { recursive: true }));

const doctor = (env: Record<string, string>, ...args: string[]) =>
  runOwnCommand(['doctor', '--json', ...args], { env: { SETTINGS_FILE: file, ...env }, cwd: folder });

const list = () => runOwnCommand(['requests', 'list'], { env: { SETTINGS_FILE: file }, cwd: folder });

const ambiguous = ['BUCKET_NAME=commissions', 'DATABASE_URL=postgres://u:pa#ssword@db/x', 'PORT=http', ''].join('\n');
const refusal = 'line 2: DATABASE_URL has a #: put the value in quotation marks, or a comment on a line of its own';

describe('the file that SETTINGS_FILE names', () => {
  it('gives the variables that the environment does not set, before .env', async () => {
    await writeFile(file, "PORT='of the settings'\nHOST=of-the-settings\nINBOX=of-the-settings\n");
    await writeFile(join(folder, '.env'), 'HOST=127.0.0.1\nMIGRATE=of-the-env-file\n');
    const { stdout } = await doctor({ INBOX: 'on', LOG_LEVEL: 'warn' }, '--only', 'environment.variables');
    expect(stdout).toMatch(/PORT must be .*MIGRATE must be /);
    expect(stdout).not.toContain('INBOX must be');
  });

  it('stops a command by its ambiguous lines, beside all other faults, and shows no value', async () => {
    await writeFile(file, ambiguous);
    const { code, stderr } = await list();
    expect(code).toBe(1);
    expect(stderr).toContain(`${file}, ${refusal}\n`);
    expect(stderr).not.toContain('ssword');
  });

  it('stops a command when it cannot be read', async () => {
    const { code, stderr } = await list();
    expect(code).toBe(1);
    expect(stderr).toContain(`${file} cannot be read: ENOENT`);
  });

  it('is named with its line by the doctor', async () => {
    await writeFile(file, ambiguous);
    const { code, stdout } = await doctor({}, '--only', 'environment.variables');
    expect(code).toBe(1);
    const { findings } = JSON.parse(stdout) as { findings: readonly { found: string }[] };
    expect(findings.map(({ found }) => found)).toEqual([
      `${file}, ${refusal}`,
      expect.stringMatching(/^PORT must be a whole number/),
      expect.stringContaining('were not run'),
    ]);
  });

  it('is named by the doctor where Node.js would have had to read it', async () => {
    await writeFile(file, 'NODE_EXTRA_CA_CERTS=/etc/commissions/ca.pem\n');
    const look = async (env: Record<string, string>) => (await doctor(env, '--only', 'environment.file')).stdout;
    expect(await look({})).toContain('NODE_EXTRA_CA_CERTS in ');
    expect(await look({ NODE_EXTRA_CA_CERTS: '/etc/commissions/ca.pem' })).not.toContain('NODE_EXTRA_CA_CERTS');
  });
});

describe('a secret in a file', () => {
  const check = () => runOwnCommand(['serve', '--check'], { env: { SETTINGS_FILE: file }, cwd: folder });

  it('is read for the service and for commands as the settings name it', async () => {
    await writeFile(join(folder, 'token'), 'a token\n');
    await writeFile(file, `METRICS_PORT=0\nMETRICS_TOKEN_FILE=${folder}/token\n`);
    const { code, stderr } = await check();
    expect([code, stderr]).toEqual([1, expect.stringContaining('METRICS_TOKEN must be visible ASCII')]);
    await writeFile(join(folder, 'token'), 'token\n');
    expect(await check()).toMatchObject({ code: 0, stderr: '' });
  });

  it('stops the check of a start, and is named by the doctor, when it cannot be read', async () => {
    await writeFile(file, `DATABASE_URL_FILE=${folder}/missing\n`);
    const fault = 'DATABASE_URL_FILE names a file that does not exist';
    const { code, stderr } = await check();
    expect([code, stderr]).toEqual([1, expect.stringContaining(`  ${fault}\n`)]);
    expect((await doctor({}, '--only', 'environment.variables')).stdout).toContain(fault);
  });
});
