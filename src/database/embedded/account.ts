import { readFile, stat } from 'node:fs/promises';
import { EmbeddedDatabaseError } from './errors.ts';

/** A system account. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const unprivilegedNames = ['postgres', 'nobody'];

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * Whom PostgreSQL, which refuses to run as root, is to run as: the owner of an existing cluster, else `postgres`, else
 * `nobody`. Null when this process is not root: then it is this process's own account.
 */
export async function chooseAccount(clusterDirectory: string): Promise<Account | null> {
  if (!isRoot()) return null;
  const owner = await ownerOf(clusterDirectory);
  return owner !== null && owner.uid !== 0 ? owner : unprivilegedAccount();
}

async function ownerOf(path: string): Promise<Account | null> {
  const found = await stat(path).catch(() => null);
  return found && { uid: found.uid, gid: found.gid };
}

/** initdb looks its own uid up in the passwd file, so an invented uid would not do. */
async function unprivilegedAccount(): Promise<Account> {
  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of unprivilegedNames) {
    const entry = entries.find((fields) => fields[0] === name);
    if (entry) return { uid: unsignedId(entry[2]), gid: unsignedId(entry[3]) };
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and there is no account ${unprivilegedNames.join(' or ')} to run it as: ` +
      'start the service as an ordinary user, or set DATABASE_URL',
  );
}

/** macOS writes nobody's ids as -2. */
function unsignedId(text: string | undefined): number {
  return Number(text) >>> 0;
}
