import { describe, expect, it } from 'vitest';
import { variableNames } from '../../configuration/config.ts';
import { createSpellingCheck } from './variables.ts';

function check(set: readonly string[], inFile: readonly string[] = []) {
  const variables = Object.fromEntries(inFile.map((name) => [name, 'x']));
  return createSpellingCheck({ known: variableNames, set, files: [{ path: '.env', variables }] }).run(
    new AbortController().signal,
  );
}

describe('the check of the spelling of variables', () => {
  it.each([
    ['BUKET_NAME', 'BUCKET_NAME'],
    ['BUCKETNAME', 'BUCKET_NAME'],
    ['bucket_name', 'BUCKET_NAME'],
    ['BUCKET-NAME', 'BUCKET_NAME'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['PROT', 'PORT'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['AWS_SECRET_ACESS_KEY', 'AWS_SECRET_ACCESS_KEY'],
    ['NODE_EXTRA_CA_CERT', 'NODE_EXTRA_CA_CERTS'],
  ])('says that %s may be meant for %s', async (name, meant) => {
    expect(await check(['PATH', name])).toEqual([
      {
        verdict: 'warning',
        found: expect.stringMatching(new RegExp(`^${name} is set, `)),
        remedy: expect.stringContaining(meant),
      },
    ]);
  });

  it('says which of them stand in the file', async () => {
    const [first, second] = await check(['BUKET_NAME', 'PROT'], ['PROT']);
    expect(first?.found).not.toContain('.env');
    expect(second?.found).toContain('in .env');
  });

  it('takes nothing of an ordinary shell, container or unit for a mistake', async () => {
    const ordinary =
      'HOME HOSTNAME HOSTTYPE LANG LANGUAGE LC_ALL LOGNAME LS_COLORS MAIL NODE_ENV NODE_OPTIONS NODE_VERSION OLDPWD PATH PWD ' +
      'SHELL SHLVL SSH_CLIENT SSH_TTY TERM TMPDIR TZ USER XDG_RUNTIME_DIR INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID ' +
      'NOTIFY_SOCKET KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT AWS_PROFILE AWS_DEFAULT_REGION ' +
      'AWS_ROLE_ARN COMPOSE_PROJECT_NAME POSTGRES_PASSWORD PGHOST PGPORT PGDATABASE http_proxy no_proxy npm_config_cache _';
    expect(await check([...ordinary.split(' '), ...variableNames])).toMatchObject([{ verdict: 'ok' }]);
  });
});
