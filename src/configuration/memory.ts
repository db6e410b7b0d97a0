import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

const mebibyte = 1024 * 1024;

/** Maximum memory of one connection, apart from admitted bodies. ARCHITECTURE.md lists the uses of memory. */
const connectionBytes = mebibyte / 8;

/** More connections than one core can serve. */
const mostConnections = 10_000;

/** Files for the stores' connections, for uploads and for everything else that the process opens. */
const otherFiles = 256;

/** The socket of a connection, and the temporary file of the attachments that the client sends. */
const filesPerConnection = 2;

interface ProcessLimits {
  readonly memoryBytes: number;
  /** Maximum files and sockets open at once, or null when the system does not report it. */
  readonly openFiles: number | null;
}

export function processLimits(): ProcessLimits {
  return { memoryBytes: usableMemory(process.constrainedMemory() ?? 0, totalmem()), openFiles: maxOpenFiles() };
}

/** @param constrainedBytes The limit of the process's cgroup. Without one it is 0, or more than the machine has. */
export function usableMemory(constrainedBytes: number, machineBytes: number): number {
  return constrainedBytes > 0 ? Math.min(constrainedBytes, machineBytes) : machineBytes;
}

/** The default of `SPOOL_MEMORY_BYTES`: a sixteenth of the memory, from 16 to 256 MiB. */
export function defaultSpoolMemoryBytes({ memoryBytes }: ProcessLimits): number {
  return Math.min(Math.max(Math.floor(memoryBytes / 16), 16 * mebibyte), 256 * mebibyte);
}

/** The default of `MAX_CONNECTIONS`: an eighth of the memory, and nearly half of the open files. */
export function defaultMaxConnections({ memoryBytes, openFiles }: ProcessLimits): number {
  const byMemory = Math.floor(memoryBytes / 8 / connectionBytes);
  const byFiles = openFiles === null ? mostConnections : Math.floor((openFiles - otherFiles) / filesPerConnection);
  return Math.min(Math.max(Math.min(byMemory, byFiles), 100), mostConnections);
}

/** Only Linux has the file (proc(5)). Node has already raised the soft limit to the hard limit. */
function maxOpenFiles(): number | null {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
