import type { Check, Finding } from '../check.ts';
import { ok, warning, wrong } from '../finding.ts';
import { mebibytes } from '../mebibytes.ts';

interface MemoryFacts {
  /** What the process may use: the limit of its cgroup, or else the memory of the machine. */
  readonly memoryBytes: number;
  readonly spoolMemoryBytes: number;
  readonly maxUploads: number;
  readonly maxConnections: number;
  readonly isDatabaseEmbedded: boolean;
}

const mebibyte = 1024 ** 2;
/** The parts of the service's maximum memory. ARCHITECTURE.md lists what each part is for. */
const programBytes = 160 * mebibyte;
const spoolShares = 3;
const uploadBytes = 1.25 * mebibyte;
const connectionBytes = mebibyte / 8;
/** The embedded server: its shared buffers and its processes. */
const databaseBytes = 100 * mebibyte;

/** Checks that the process may use as much memory as its settings let it take. */
export function createMemoryCheck(facts: MemoryFacts): Check {
  return { name: 'machine.memory', quick: true, run: async () => [findingOf(facts)] };
}

function findingOf(facts: MemoryFacts): Finding {
  const { memoryBytes, spoolMemoryBytes, maxUploads, maxConnections, isDatabaseEmbedded } = facts;
  const leastBytes = programBytes + spoolShares * spoolMemoryBytes + (isDatabaseEmbedded ? databaseBytes : 0);
  const mostBytes = leastBytes + uploadBytes * maxUploads + connectionBytes * maxConnections;
  const available = `This process may use ${mebibytes(memoryBytes)} of memory`;
  if (leastBytes > memoryBytes) {
    return wrong(`${available}, and large uploads alone can take ${mebibytes(leastBytes)}: the system would kill it`, {
      remedy: `Lower SPOOL_MEMORY_BYTES, which is ${spoolMemoryBytes}, or give it more memory`,
    });
  }
  if (mostBytes > memoryBytes) {
    return warning(
      `${available}, and its settings let it take up to ${mebibytes(mostBytes)} when very many send at once`,
      {
        remedy: 'Lower MAX_UPLOADS, MAX_CONNECTIONS or SPOOL_MEMORY_BYTES, or give it more memory',
      },
    );
  }
  return ok(`${available}, and its settings let it take ${mebibytes(mostBytes)} at most`);
}
