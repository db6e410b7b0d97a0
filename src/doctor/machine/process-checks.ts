import { type Check, type Finding, mebibytes, ok, skipped, warning, wrong } from '../check.ts';

interface NodeFacts {
  /** As `process.versions.node`. */
  readonly version: string;
  /** A sentence about a release that gets no more security fixes, or null. */
  readonly ended: string | null;
}

/** Checks that the running Node still gets fixes. */
export function createNodeCheck({ version, ended }: NodeFacts): Check {
  return {
    name: 'machine.node',
    // The service logs it at the beginning of its start.
    quick: false,
    async run() {
      if (ended === null) return [ok(`Node.js ${version} gets fixes`)];
      return [warning(ended, { remedy: 'Install the release that it names, then restart the service' })];
    },
  };
}

interface MemoryFacts {
  /** The memory limit of the process: that of its cgroup, else the memory of the machine. */
  readonly memoryBytes: number;
  readonly spoolMemoryBytes: number;
  readonly maxUploads: number;
  readonly maxConnections: number;
  readonly isDatabaseEmbedded: boolean;
}

const mebibyte = 1024 ** 2;
/** The parts of the service's maximum memory. ARCHITECTURE.md lists the use of each part. */
const programBytes = 160 * mebibyte;
const spoolShares = 3;
const uploadBytes = 2.5 * mebibyte;
const connectionBytes = mebibyte / 8;
/** The embedded server: its shared buffers and its processes. */
const databaseBytes = 100 * mebibyte;

/** Checks that the process may use as much memory as its settings allow. */
export function createMemoryCheck(facts: MemoryFacts): Check {
  return { name: 'machine.memory', quick: true, run: async () => [memoryFinding(facts)] };
}

function memoryFinding(facts: MemoryFacts): Finding {
  const { memoryBytes, spoolMemoryBytes, maxUploads, maxConnections, isDatabaseEmbedded } = facts;
  const leastBytes = programBytes + spoolShares * spoolMemoryBytes + (isDatabaseEmbedded ? databaseBytes : 0);
  const mostBytes = leastBytes + uploadBytes * maxUploads + connectionBytes * maxConnections;
  const available = `This process may use ${mebibytes(memoryBytes)} of memory`;
  if (leastBytes > memoryBytes) {
    return wrong(
      `${available}, and large uploads alone can take ${mebibytes(leastBytes)}: the system would kill the process`,
      {
        remedy: `Lower SPOOL_MEMORY_BYTES, which is ${spoolMemoryBytes}, or give it more memory`,
      },
    );
  }
  if (mostBytes > memoryBytes) {
    return warning(`${available}, and under maximum load its settings allow up to ${mebibytes(mostBytes)}`, {
      remedy: 'Lower MAX_UPLOADS, MAX_CONNECTIONS or SPOOL_MEMORY_BYTES, or give it more memory',
    });
  }
  return ok(`${available}, and its settings allow ${mebibytes(mostBytes)} at most`);
}

interface OpenFilesFacts {
  /** Maximum files and sockets open at once, or null when the system does not report it. */
  readonly openFiles: number | null;
  readonly maxConnections: number;
}

/** Files for the stores' connections and for everything else that the process opens. */
const otherFiles = 256;
/** The socket of a connection, and the temporary file of its body. */
const filesPerConnection = 2;

/** Checks that the process may open as many files as its connections need. */
export function createOpenFilesCheck(facts: OpenFilesFacts): Check {
  return { name: 'machine.open-files', quick: true, run: async () => [openFilesFinding(facts)] };
}

function openFilesFinding({ openFiles, maxConnections }: OpenFilesFacts): Finding {
  if (openFiles === null) return skipped('This system does not report how many files may be open');
  const needed = filesPerConnection * maxConnections + otherFiles;
  if (openFiles >= needed) {
    return ok(`This process may have ${openFiles} files open, and needs ${needed} at most`);
  }
  return warning(
    `This process may have ${openFiles} files open, and MAX_CONNECTIONS (${maxConnections}) needs ${needed}`,
    {
      remedy: `Raise the limit where the service is started (with systemd LimitNOFILE=${needed}), or lower MAX_CONNECTIONS`,
      command: `ulimit -n ${needed}`,
    },
  );
}
