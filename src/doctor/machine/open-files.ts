import type { Check, Finding } from '../check.ts';
import { ok, skipped, warning } from '../finding.ts';

interface OpenFilesFacts {
  /** Files and sockets that the process may have open at once; null where the system does not tell. */
  readonly openFiles: number | null;
  readonly maxConnections: number;
}

/** For the stores' connections and what else the process opens. */
const otherFiles = 256;
/** A connection, and the temporary file of what it sends. */
const filesPerConnection = 2;

/** Whether the process may open as many files as its connections need. */
export function createOpenFilesCheck(facts: OpenFilesFacts): Check {
  return { name: 'machine.open-files', quick: true, run: async () => [findingOf(facts)] };
}

function findingOf({ openFiles, maxConnections }: OpenFilesFacts): Finding {
  if (openFiles === null) return skipped('This system does not tell how many files may be open');
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
