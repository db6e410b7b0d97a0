import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import type { Account } from './account.ts';

const maxBytes = 1024 * 1024;
const tailBytes = 4096;
const tailLines = 8;

/** The server's log, as one start adds to it. */
export interface ServerLog {
  /** The server's output. Valid until `close`. */
  readonly fd: number;
  /** The last lines since this start. */
  tail(): Promise<string>;
  close(): Promise<void>;
}

/** Every start adds to one file; one that has grown large is kept beside it as `.previous`. */
export async function openServerLog(path: string, account: Account | null): Promise<ServerLog> {
  const before = await stat(path).catch(() => null);
  if (before !== null && before.size > maxBytes) await rename(path, `${path}.previous`);
  const handle = await open(path, 'a+', 0o600);
  // An ordinary user whose cluster root has started must be able to add to it.
  if (account) await handle.chown(account.uid, account.gid);
  const { size: startsAt } = await handle.stat();
  return { fd: handle.fd, tail: () => readTail(handle, startsAt), close: () => handle.close() };
}

async function readTail(handle: FileHandle, startsAt: number): Promise<string> {
  const { size } = await handle.stat();
  const position = Math.max(startsAt, size - tailBytes);
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(tailBytes), position });
  return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-tailLines).join('\n');
}
