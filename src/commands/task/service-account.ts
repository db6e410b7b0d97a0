import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders below DATA_DIR that only the service creates, so their owner is the account of the service. */
const foldersOfService = ['spool', 'postgres'];

/**
 * A service that runs as another account could not use files that root creates below DATA_DIR.
 * @throws {Error} when this process is root and the service is another account's. The message has the command to use.
 */
export async function assertServiceAccount(dataDirectory: string): Promise<void> {
  if (process.geteuid?.() !== 0) return;
  const owner = await ownerOf(dataDirectory);
  if (owner === null || owner === 0) return;
  // Root may serve from a folder of another account, as a container does from a folder of its host.
  const owners = await Promise.all(foldersOfService.map((name) => ownerOf(join(dataDirectory, name))));
  if (owners.includes(0)) return;
  const name = await accountName(owner);
  throw new Error(
    `DATA_DIR (${dataDirectory}) belongs to the account ${name ?? owner}, which could not use files that root creates there: ` +
      `run the command as that account, ${name === null ? `sudo -u '#${owner}'` : `runuser -u ${name} --`} commissions …`,
  );
}

/** Resolves with a user id, or with null for a missing folder. */
async function ownerOf(folder: string): Promise<number | null> {
  const facts = await stat(folder).catch(() => null);
  return facts?.uid ?? null;
}

/** Resolves with null where the machine has no name for the account, as on a host of a container's folder. */
async function accountName(uid: number): Promise<string | null> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const found = accounts.split('\n').find((line) => line.split(':')[2] === String(uid));
  return found?.split(':')[0] ?? null;
}
