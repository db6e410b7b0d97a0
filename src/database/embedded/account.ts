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
/** Another start that adds the account at the same time is waited for. */
const addTimeoutMs = 20_000;

// useradd looks for the account before it locks the files, and of two at once the later one gives it another uid.
const addScript = `
  grep -q '^${ownName}:' "$1/etc/passwd" ||
  useradd --prefix "$1" --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ${ownName}`;

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * The account to run PostgreSQL as, since PostgreSQL refuses to run as root: the owner of an existing cluster, else that
 * of `serverAccount`. Null when this process is not root: then it is this process's own account.
 */
export async function chooseAccount(clusterDirectory: string): Promise<Account | null> {
  if (!isRoot()) return null;
  const owner = await stat(clusterDirectory).catch(() => null);
  return owner !== null && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : serverAccount();
}

/**
 * The account `commissions` or `postgres`; without either, `commissions` is added to the system. Never `nobody`, whose
 * processes could read the database, and never an invented uid, which initdb would not find.
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
      `(${outcome instanceof Error ? outcome.message.trim() : 'useradd added none'}): add it, start the service as an ordinary user, or set DATABASE_URL`,
  );
}

async function findAccount(name: string, root: string): Promise<Account | null> {
  const lines = (await readFile(join(root, 'etc/passwd'), 'utf8')).split('\n');
  const entry = lines.map((line) => line.split(':')).find((fields) => fields[0] === name);
  return entry ? { uid: Number(entry[2]), gid: Number(entry[3]) } : null;
}

/** Child process options: nothing of this process's environment, which holds credentials. */
export function runAs(account: Account | null, directory: string) {
  return { cwd: directory, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...account };
}

/**
 * PostgreSQL's name for the directory that it is started in. The link needs no search permission on the directories
 * above, so an unprivileged server works below a directory of mode 0700, and it is short whatever the real path.
 */
export function workingDirectoryName(directory: string): string {
  return existsSync('/proc/self/cwd') ? '/proc/self/cwd' : directory;
}
