import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { variableNames } from '../../configuration/config.ts';
import { createVariableFilesCheck } from './variable-files.ts';

let folder: string;
let path: string;

const { signal } = new AbortController();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'env-file-'));
  path = join(folder, '.env');
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const value = 'x';
const holders = [
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'DATABASE_URL',
  'HEARTBEAT_URL',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'SECRETS_KEY',
  'SMTP_URL',
];

async function checkOf(
  variables: Readonly<Record<string, string>> | null,
  mode: number,
  dataDirectory: string | null = null,
) {
  await writeFile(path, '');
  await chmod(path, mode);
  return createVariableFilesCheck({ files: [{ path, variables }], tooLate: [], dataDirectory });
}

describe('the check of the files with variables', () => {
  it('warns of credentials that every account can read', async () => {
    const check = await checkOf({ PORT: '3000', DATABASE_URL: value, SECRETS_KEY: value }, 0o644);
    expect(await check.run(signal)).toMatchObject([
      {
        verdict: 'warning',
        found: expect.stringContaining('DATABASE_URL, SECRETS_KEY'),
        command: `chmod o= ${path}`,
      },
    ]);
  });

  it('names a file in a folder of any name as a shell takes it', async () => {
    path = join(folder, "the studio's $(id)", '.env');
    await mkdir(dirname(path));
    const [finding] = await (await checkOf({ DATABASE_URL: value }, 0o644)).run(signal);
    execFileSync('sh', ['-c', finding?.command ?? '']);
    expect((await stat(path)).mode & 0o777).toBe(0o640);
  });

  it.each([
    ['DATABSE_URL', 'postgres://u:secretpw@h/db'],
    ['BACKUP_S3_SECRET_ACCESS_KEY', value],
    ['DB', 'postgres://u:se/cret@h/db'],
    ['DB', 'postgres://h/db?user=u&password=secretpw'],
    ['DATABASE_URL', 'postgres://h/db?user=u&password=secretpw'],
    ['SMTP_URL', 'smtp://artist@mail.example.org'],
    ['SMTP_URL', 'smtps://artist:secretpw@mail.example.org'],
    ['MAILER', 'smtps://artist:secretpw@mail.example.org'],
  ])('warns of %s=%s, and shows no value', async (name, secret) => {
    const findings = await (await checkOf({ [name]: secret }, 0o644)).run(signal);
    expect(findings).toMatchObject([{ verdict: 'warning', found: expect.stringContaining(`holds ${name}`) }]);
    expect(JSON.stringify(findings)).not.toMatch(/secretpw|se\/cret/);
  });

  it.each([
    [{ DATABASE_URL: value }, 0o640],
    [{ DATABASE_URL: value }, 0o600],
    [{ DATABASE_URL: '' }, 0o644],
    [{ DATABASE_URL: 'postgres://db1:5432,db2:5432/commissions' }, 0o644],
    [{ DATABASE_URL: 'postgres:///commissions?host=/run/postgresql' }, 0o644],
    [{ SMTP_URL: 'smtp://127.0.0.1:3945' }, 0o644],
    [{ PORT: '3000', PUBLIC_URL: 'https://studio.example.org:8443/@artist', AWS_ACCESS_KEY_ID: 'id' }, 0o644],
  ])('has nothing against %j at mode %o', async (variables, mode) => {
    expect(await (await checkOf(variables, mode)).run(signal)).toMatchObject([{ verdict: 'ok' }]);
  });

  it('takes no other variable of the service for a credential', async () => {
    const plain = Object.fromEntries(
      variableNames.filter((name) => !holders.includes(name)).map((name) => [name, value]),
    );
    expect(await (await checkOf(plain, 0o644)).run(signal)).toMatchObject([{ verdict: 'ok' }]);
  });

  it('skips a missing file, and reports one that cannot be read', async () => {
    const absent = createVariableFilesCheck({ files: [], tooLate: [], dataDirectory: null });
    expect(await absent.run(signal)).toMatchObject([{ verdict: 'skipped' }]);
    expect(await (await checkOf(null, 0o600)).run(signal)).toMatchObject([{ verdict: 'wrong' }]);
  });

  it('takes the rights of others away where the account of the service owns the file', async () => {
    const dataDirectory = join(folder, 'data');
    await mkdir(dataDirectory);
    const check = await checkOf({ DATABASE_URL: value }, 0o664, dataDirectory);
    expect(await check.fix?.(signal)).toEqual([expect.stringContaining(path)]);
    expect((await stat(path)).mode & 0o777).toBe(0o660);
    expect(await check.run(signal)).toMatchObject([{ verdict: 'ok' }]);
  });

  it('touches no file of another account than that of the data', async () => {
    for (const dataDirectory of [null, join(folder, 'absent')]) {
      const check = await checkOf({ DATABASE_URL: value }, 0o644, dataDirectory);
      await expect(check.fix?.(signal)).rejects.toThrow('not known');
      expect((await stat(path)).mode & 0o777).toBe(0o644);
    }
  });

  it('checks each of several files, and closes only the open ones', async () => {
    const dataDirectory = join(folder, 'data');
    const closed = join(folder, 'closed.env');
    await mkdir(dataDirectory);
    await writeFile(path, '', { mode: 0o644 });
    await writeFile(closed, '', { mode: 0o640 });
    const variables = { DATABASE_URL: value };
    const files = [
      { path, variables },
      { path: closed, variables },
    ];
    const check = createVariableFilesCheck({ files, tooLate: [], dataDirectory });
    expect(await check.run(signal)).toMatchObject([{ verdict: 'warning' }, { verdict: 'ok' }]);
    expect(await check.fix?.(signal)).toEqual([expect.stringContaining(path)]);
    expect(await check.run(signal)).toMatchObject([{ verdict: 'ok' }, { verdict: 'ok' }]);
  });

  it('warns of a variable that Node.js would have to know earlier', async () => {
    const files = [{ path, variables: { NODE_EXTRA_CA_CERTS: '/etc/ca.pem', PORT: '3000' } }];
    const checkWith = (tooLate: readonly string[]) =>
      createVariableFilesCheck({ files, tooLate, dataDirectory: null }).run(signal);
    expect(await checkWith(['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS'])).toMatchObject([
      { verdict: 'ok' },
      { verdict: 'warning', found: expect.stringMatching(/^NODE_EXTRA_CA_CERTS in .* has no effect/) },
    ]);
    expect(await checkWith([])).toMatchObject([{ verdict: 'ok' }]);
  });
});
