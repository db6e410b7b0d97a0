import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from './errors.ts';

const run = promisify(execFile);

/** A system account. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const ownName = 'commissions';
/** Includes the wait for another start that adds the account at the same time. */
const addTimeoutMs = 20_000;

// useradd checks for the account before it locks the files, so the later of two runs would change its uid.
const addScript = `
  grep -q '^${ownName}:' "$1/etc/passwd" ||
  useradd --prefix "$1" --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ${ownName}`;

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * Returns the account for PostgreSQL, which refuses to run as root: the owner of an existing cluster, else
 * `serverAccount`. Returns null when this process is not root. PostgreSQL then runs under this process's account.
 */
export async function chooseAccount(clusterDirectory: string): Promise<Account | null> {
  if (!isRoot()) return null;
  const owner = await stat(clusterDirectory).catch(() => null);
  return owner !== null && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : serverAccount();
}

/**
 * Returns the account `commissions` or `postgres`. If neither exists, adds `commissions` to the system. Never uses
 * `nobody`, whose processes could read the database, or an invented uid, which initdb would not find.
 * @param root The folder that holds `etc/passwd`.
 */
export async function serverAccount(root = '/'): Promise<Account> {
  const found = (await findAccount(ownName, root)) ?? (await findAccount('postgres', root));
  return found ?? addAccount(root);
}

async function addAccount(root: string): Promise<Account> {
  const underLock = [join(root, 'etc'), 'sh', '-c', addScript, 'sh', root];
  const outcome = await run('flock', underLock, { timeout: addTimeoutMs }).catch((error: Error) => error);
  const added = await findAccount(ownName, root);
  if (added) return added;
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and the account ${ownName} to run it as could not be added ` +
      `(${outcome instanceof Error ? outcome.message.trim() : 'useradd added no account'}): add it, start the service as an ordinary user, or set DATABASE_URL`,
  );
}

async function findAccount(name: string, root: string): Promise<Account | null> {
  const lines = (await readFile(join(root, 'etc/passwd'), 'utf8')).split('\n');
  const entry = lines.map((line) => line.split(':')).find((fields) => fields[0] === name);
  return entry ? { uid: Number(entry[2]), gid: Number(entry[3]) } : null;
}

/** Returns options for a child process, without this process's environment, which holds credentials. */
export function runAs(account: Account | null, directory: string) {
  return { cwd: directory, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...account };
}

/**
 * Returns PostgreSQL's path of its working directory. The link needs no search permission on the parent directories, so
 * an unprivileged server works below a directory of mode 0700. The link is short whatever the real path.
 */
export function workingDirectoryName(directory: string): string {
  return existsSync('/proc/self/cwd') ? '/proc/self/cwd' : directory;
}
