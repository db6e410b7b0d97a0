import type { Check, Finding } from '../check.ts';
import { ok, skipped, warning } from '../finding.ts';

interface OpenFilesFacts {
  /** Maximum files and sockets open at once, or null when the system does not report it. */
  readonly openFiles: number | null;
  readonly maxConnections: number;
}

/** Files for the stores' connections and for everything else that the process opens. */
const otherFiles = 256;
/** The socket of a connection, and the temporary file of what the client sends. */
const filesPerConnection = 2;

/** Checks that the process may open as many files as its connections need. */
export function createOpenFilesCheck(facts: OpenFilesFacts): Check {
  return { name: 'machine.open-files', quick: true, run: async () => [findingOf(facts)] };
}

function findingOf({ openFiles, maxConnections }: OpenFilesFacts): Finding {
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
