import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { type BucketFiles, contentOfText } from '../../../platform/objects/bucket-files.ts';
import { BackupError, type BackupFolder } from '../format/backup-folder.ts';

/** Implements `BackupTarget.lock` for a folder. Takes over the lock of a killed process of this machine. */
export async function lockFolder({ path }: BackupFolder): Promise<() => Promise<void>> {
  const lock = join(path, 'lock');
  const own = ownText();
  if (!(await tryWrite(lock, own))) {
    const text = await readFile(lock, 'utf8').catch(() => '');
    if (isHeld(text)) throw new BackupError(lockHeldMessage(path, text));
    await removeStale(lock, text);
    if (!(await tryWrite(lock, own))) throw new BackupError(lockHeldMessage(path, ''));
  }
  return () => rm(lock, { force: true });
}

/** Links a finished file to the lock's path, so that the lock never appears without its text. False when it exists. */
async function tryWrite(lock: string, text: string): Promise<boolean> {
  const written = `${lock}-${randomUUID()}`;
  try {
    await writeFile(written, text, { mode: 0o600, flag: 'wx' });
    await link(written, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(written, { force: true });
  }
}

/** Two processes may find the same stale lock. A lock that another process wrote meanwhile is moved back. */
async function removeStale(lock: string, text: string): Promise<void> {
  const moved = `${lock}-${randomUUID()}`;
  await rename(lock, moved).catch(() => {});
  const movedText = await readFile(moved, 'utf8').catch(() => text);
  if (movedText === text) await rm(moved, { force: true });
  else await rename(moved, lock);
}

const lockFile = 'lock';

/** Implements `BackupTarget.lock` for a bucket. The lock is only as reliable as the store's conditional writes. */
export async function lockBucket(files: BucketFiles, name: string, signal: AbortSignal): Promise<() => Promise<void>> {
  const read = async () => {
    const content = await files.get(lockFile, { signal });
    return content && textOf(content);
  };
  const found = await read();
  if (found !== null && isHeld(found)) throw new BackupError(lockHeldMessage(name, found));
  if (found !== null) await files.delete(lockFile, { signal });
  const own = ownText();
  const isNew = await files.putNew(lockFile, contentOfText(own), { signal });
  // Without conditional writes the store lets two processes write the lock. The later writer holds it.
  const written = await read();
  if (!isNew || written !== own) throw new BackupError(lockHeldMessage(name, written ?? ''));
  return () => files.delete(lockFile, { signal: AbortSignal.timeout(10_000) });
}

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** Returns the text of a lock that this process holds. Each call returns a unique text. */
function ownText(): string {
  return `${JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() })}\n`;
}

/** True when the process that wrote the lock may still run. A process of another machine is assumed to run. */
function isHeld(text: string): boolean {
  const holder = parse(text);
  if (holder === null) return false;
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
    return holder.pid !== process.pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the message that says why the target cannot be used, and what to do. */
function lockHeldMessage(target: string, text: string): string {
  const holder = parse(text);
  const used = `${target} is being used by another back-up or restore`;
  if (holder === null) return `${used}: wait until it ends`;
  return (
    `${used}, process ${holder.pid} on ${JSON.stringify(holder.host)}: wait until it ends; ` +
    `when that machine is gone, or the process is another program, remove ${target}/lock`
  );
}

function parse(text: string): Holder | null {
  try {
    const { pid, host }: Record<string, unknown> = JSON.parse(text);
    return Number.isInteger(pid) && typeof host === 'string' ? { pid: pid as number, host } : null;
  } catch {
    return null;
  }
}
