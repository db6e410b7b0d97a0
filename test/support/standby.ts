import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

/** A hot standby of Debian's PostgreSQL that follows a primary. */
export interface Standby {
  /** Returns the standby's URL of the database that `primaryUrl` names on the primary. */
  urlOf(primaryUrl: string): string;
  /** Promotes the standby to a primary. Resolves when it accepts writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const execute = promisify(execFile);
const programsOf = '/usr/lib/postgresql';

/**
 * Copies the server that `startPostgres` started at `primaryUrl` and follows it. Requires root and the account
 * `postgres`.
 */
export async function startStandby(primaryUrl: string): Promise<Standby> {
  const versions = await readdir(programsOf);
  const programs = join(programsOf, versions.sort((a, b) => Number(a) - Number(b)).at(-1) ?? '', 'bin');
  const state = await mkdtemp(join(tmpdir(), 'standby-'));
  const data = join(state, 'data');
  const port = await freePort();
  const asOwner = (program: string, ...args: string[]) =>
    execute('runuser', ['-u', 'postgres', '--', join(programs, program), ...args], { cwd: '/' });
  await chmod(state, 0o711);
  await execute('chown', ['postgres', state]);
  const options = `-p ${port} -c max_connections=200 -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`;
  const control = (...args: string[]) => asOwner('pg_ctl', '--pgdata', data, '--silent', ...args);
  await asOwner(
    'pg_basebackup',
    '--dbname',
    primaryUrl,
    '--pgdata',
    data,
    '--write-recovery-conf',
    '--checkpoint=fast',
  );
  await control('--log', join(state, 'log'), '--wait', '--options', options, 'start');

  return {
    urlOf(url) {
      const own = new URL(url);
      own.port = String(port);
      return own.href;
    },
    promote: async () => void (await control('--wait', 'promote')),
    async stop() {
      await control('--mode', 'immediate', 'stop');
      await rm(state, { recursive: true, force: true });
    },
  };
}
