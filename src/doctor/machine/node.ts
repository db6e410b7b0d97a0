import type { Check } from '../check.ts';
import { ok, warning } from '../finding.ts';

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
