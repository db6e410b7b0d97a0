import type { Logger } from 'pino';
import type { Config } from '../configuration/config.ts';
import type { Check } from '../doctor/check.ts';
import { createVariablesCheck } from '../doctor/environment/variables.ts';
import { createNodeCheck } from '../doctor/machine/node.ts';
import { unsupportedNode } from './node-version.ts';
import { createReleases, type Releases } from './releases.ts';

/** What this process was given for a configuration. */
export interface Given {
  /** Null with faults. */
  readonly config: Config | null;
  readonly faults: readonly string[];
}

/** What the checks of a configured service are made of. */
export interface DoctorParts {
  readonly config: Config;
  readonly log: Logger;
  /** Takes what a check opened. Nothing is opened before a check needs it. */
  readonly releases: Releases;
}

/** Lends every check that can be made with what was given to `work`, and closes what they opened. */
export async function withChecks<T>(
  { config, faults }: Given,
  log: Logger,
  work: (checks: readonly Check[]) => Promise<T>,
): Promise<T> {
  const releases = createReleases(log);
  try {
    return await work([
      createNodeCheck(nodeFacts()),
      createVariablesCheck(faults),
      ...(config === null ? [] : checksOf({ config, log, releases })),
    ]);
  } finally {
    await releases.close();
  }
}

/** In the order in which they run: what stands on another part comes after it. */
function checksOf(_parts: DoctorParts): readonly Check[] {
  return [];
}

function nodeFacts() {
  const { node: version } = process.versions;
  return { version, ended: unsupportedNode(version, new Date()) };
}
