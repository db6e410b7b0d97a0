import { type FileHandle, open, rename, rm } from 'node:fs/promises';

const tailBytes = 4096;
const tailLines = 8;

/**
 * The log of one start. It has a name of its own until it is known what becomes of the start: of several at once, one
 * alone has the log that an operator wants to see.
 */
export interface ServerLog {
  /** To be the server's output. Valid until `keep` or `discard`. */
  readonly fd: number;
  /** The last lines. */
  tail(): Promise<string>;
  /** Makes it the server's log; the one before it, which may tell of a crash, is kept beside as `.previous`. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** Where a log is written at first: what a killed start left has this prefix. */
export const startingLogPrefix = 'starting-';

export async function openServerLog(path: string, startingPath: string): Promise<ServerLog> {
  const handle = await open(startingPath, 'ax+', 0o600);
  return {
    fd: handle.fd,
    tail: () => readTail(handle),
    async keep() {
      await handle.close();
      await rename(path, `${path}.previous`).catch(() => {});
      await rename(startingPath, path).catch(() => {});
    },
    async discard() {
      await handle.close();
      await rm(startingPath, { force: true });
    },
  };
}

async function readTail(handle: FileHandle): Promise<string> {
  const { size } = await handle.stat();
  const { buffer, bytesRead } = await handle.read({
    buffer: Buffer.alloc(tailBytes),
    position: Math.max(0, size - tailBytes),
  });
  return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-tailLines).join('\n');
}
