import { type Check, type Finding, ok, skipped, warning, wrong } from '../check.ts';
import { editDistance } from './edit-distance.ts';
import type { VariableFile } from './variable-file.ts';

/**
 * Reports the variables whose values the service does not accept.
 * @param faults Each begins with the name of its variable and quotes no value.
 */
export function createVariablesCheck(faults: readonly string[]): Check {
  return {
    name: 'environment.variables',
    // The service does not start with a fault.
    quick: false,
    async run() {
      if (faults.length === 0) return [ok('Every variable has a valid value')];
      return [
        ...faults.map((fault) =>
          wrong(fault, {
            remedy: 'Correct the variable where it is set: docs/configuration.md lists every variable',
          }),
        ),
        skipped('Checks that need a valid configuration were not run'),
      ];
    },
  };
}

interface SpellingFacts {
  /** The names of the variables that the service reads. */
  readonly known: readonly string[];
  /** The names of all variables that are set, including those in the files. */
  readonly set: readonly string[];
  readonly files: readonly VariableFile[];
}

/** Variables that Node and the AWS tools read. Their names are similar to names of the service, but right. */
const others = [
  'AWS_CONFIG_FILE',
  'AWS_PROFILE',
  'AWS_ROLE_ARN',
  'AWS_ROLE_SESSION_NAME',
  'AWS_SHARED_CREDENTIALS_FILE',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'UV_THREADPOOL_SIZE',
];

/** Checks for variables that nothing reads and whose names are similar to one of the service's. */
export function createSpellingCheck({ known, set, files }: SpellingFacts): Check {
  const right = plainNames([...known, ...others]);
  return {
    name: 'environment.spelling',
    quick: true,
    async run() {
      const findings = set
        .filter((name) => !right.has(name))
        .map((name) => ({ name, meant: nearestName(name, right) }))
        .filter(({ meant }) => meant !== null)
        .map(({ name, meant }) =>
          misspelt(
            name,
            meant ?? '',
            files.find(({ variables }) => name in (variables ?? {})),
          ),
        );
      return findings.length > 0 ? findings : [ok('No variable looks misspelt')];
    },
  };
}

function misspelt(name: string, meant: string, file: VariableFile | undefined): Finding {
  return warning(
    `${name} is set${file === undefined ? '' : ` in ${file.path}`}, and the service reads no variable of that name`,
    {
      remedy: `Rename it if ${meant} is meant`,
    },
  );
}

/** Returns each name with the form in which it is compared. */
export function plainNames(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [name, plainOf(name)]));
}

/**
 * Returns the most similar name, or null when none is similar. Ignores case and hyphens, which are mistakes as well.
 * @param right The result of `plainNames`.
 */
export function nearestName(name: string, right: ReadonlyMap<string, string>): string | null {
  const plain = plainOf(name);
  const near = [...right]
    .map(([meant, plainMeant]) => ({ meant, distance: editDistance(plain, plainMeant, mistakesIn(meant)) }))
    .filter(({ distance }) => Number.isFinite(distance))
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.meant ?? null;
}

function plainOf(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}

/** Returns the maximum mistakes in a name. In a short name two mistakes make another word. */
function mistakesIn(name: string): number {
  if (name.length < 8) return 1;
  return name.length < 16 ? 2 : 3;
}
