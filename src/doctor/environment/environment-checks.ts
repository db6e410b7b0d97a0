import { type Check, type Finding, mebibytes, ok, skipped, warning, wrong } from '../check.ts';

interface NodeOptionsFacts {
  /** The value of `NODE_OPTIONS`. */
  readonly options: string;
  /** Whether `NODE_TLS_REJECT_UNAUTHORIZED` is 0. */
  readonly acceptsAnyCertificate: boolean;
  /** The memory that the process may use. */
  readonly memoryBytes: number;
}

const remove = (option: string) => ({
  remedy: `Remove ${option} from NODE_OPTIONS where the service is started, and start it again`,
});
const mebibyte = 1024 ** 2;
/** Options that older servers needed once. */
const weakTls = /^--(?:tls-min-v1\.[01]|openssl-legacy-provider|tls-cipher-list)\b/;

/** Checks for options of Node.js that were meant for a debugger, a build or another machine. */
export function createNodeOptionsCheck(facts: NodeOptionsFacts): Check {
  return { name: 'environment.node', quick: true, run: async () => findingsOf(facts) };
}

function findingsOf({ options, acceptsAnyCertificate, memoryBytes }: NodeOptionsFacts): readonly Finding[] {
  const findings = options.split(/\s+/).flatMap((option) => findingOf(option.replaceAll('_', '-'), memoryBytes) ?? []);
  if (acceptsAnyCertificate) {
    findings.push(
      wrong('NODE_TLS_REJECT_UNAUTHORIZED is 0: whoever redirects a connection of the service can read it', {
        remedy: 'Remove it, and name an authority of your own in NODE_EXTRA_CA_CERTS',
      }),
    );
  }
  return findings.length > 0 ? findings : [ok('Node.js has no option that weakens the service')];
}

function findingOf(option: string, memoryBytes: number): Finding | null {
  if (/^--inspect(?:-brk|-wait|-port)?(?:=|$)/.test(option)) {
    return wrong(
      `NODE_OPTIONS has ${option}: whoever reaches the debugger's port controls the service`,
      remove(option),
    );
  }
  if (weakTls.test(option)) {
    return warning(`NODE_OPTIONS has ${option}, which weakens the encryption of connections`, remove(option));
  }
  const heapBytes = Number(/^--max-old-space-size=(\d+)$/.exec(option)?.[1] ?? 0) * mebibyte;
  if (heapBytes < memoryBytes) return null;
  return warning(
    `NODE_OPTIONS has ${option}, and this process may use ${mebibytes(memoryBytes)} of memory: the system may kill it`,
    remove(option),
  );
}

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
