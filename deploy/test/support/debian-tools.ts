import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface ToolResult {
  readonly exitCode: number;
  /** Standard output and standard error. */
  readonly output: string;
}

/** A release of Debian by its name: 12 is bookworm, 13 is trixie. */
export type DebianRelease = 'bookworm' | 'trixie';

const environments = new Map<DebianRelease, Record<string, string>>();

/**
 * Returns the environment in which Debian's programs are found. The first call on a machine unpacks them.
 * @param release Whose Caddy and nginx are found. The other programs are those of this machine's release.
 */
export function toolEnvironment(release: DebianRelease = 'trixie'): Record<string, string> {
  const environment = environments.get(release) ?? unpackTools(release);
  environments.set(release, environment);
  return environment;
}

function unpackTools(release: DebianRelease): Record<string, string> {
  const printed = execFileSync(join(import.meta.dirname, 'debian-tools.sh'), ['environment', release], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const variables = printed.trim().split('\n');
  return Object.fromEntries(variables.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]));
}

/** Runs a Debian program to its end, with any exit code. */
export async function runTool(program: string, args: readonly string[], cwd?: string): Promise<ToolResult> {
  // Excludes the variables of this machine's user and the language of its messages.
  const env = { HOME: '/root', LANG: 'C.UTF-8', ...proxyVariables(), ...toolEnvironment() };
  try {
    const options = { env, maxBuffer: 64 * 1024 * 1024, timeout: 500_000, ...(cwd === undefined ? {} : { cwd }) };
    const { stdout, stderr } = await execute(program, args, options);
    return { exitCode: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '', message } = error as Error & Partial<Record<string, string>>;
    return { exitCode: Number(code) || 1, output: stdout + stderr || message };
  }
}

/**
 * Like `runTool`.
 * @throws {Error} Contains the output, when the exit code is not 0.
 */
export async function runToolToSuccess(program: string, args: readonly string[], cwd?: string): Promise<string> {
  const { exitCode, output } = await runTool(program, args, cwd);
  if (exitCode !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${exitCode}: ${output}`);
  return output;
}

/** A machine that can reach the npm registry only through a proxy names the proxy in these variables. */
export function proxyVariables(): Record<string, string> {
  const isOne = ([name]: [string, string | undefined]) => /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(isOne)) as Record<string, string>;
}
