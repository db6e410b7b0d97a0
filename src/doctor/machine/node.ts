import type { Check } from '../check.ts';
import { ok, warning } from '../finding.ts';

interface NodeFacts {
  /** As `process.versions.node`. */
  readonly version: string;
  /** A sentence about a release that gets no more security fixes; else null. */
  readonly ended: string | null;
}

/** Whether the Node that runs this still gets fixes. */
export function createNodeCheck({ version, ended }: NodeFacts): Check {
  return {
    name: 'machine.node',
    // The service says it itself, before all else.
    quick: false,
    async run() {
      if (ended === null) return [ok(`Node.js ${version} gets fixes`)];
      return [warning(ended, { remedy: 'Install the release that it names, then restart the service' })];
    },
  };
}
