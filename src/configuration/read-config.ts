import { type Config, configSchema } from './config.ts';
import { readSecretFiles } from './secret-files.ts';
import { nodeVariables, readVariableFiles } from './variable-files.ts';

/** The environment is no valid configuration. Each of `faults` begins with the name of its variable, or with its file and line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration has faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/**
 * Reads the configuration, with the secrets that files hold. An empty variable counts as absent, an unknown one is ignored.
 * @throws {ConfigError} with every fault at once; no value is quoted, because a value may be a secret
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const { secrets, faults } = readSecretFiles(set);
  const { data, error } = configSchema.safeParse({ ...set, ...secrets });
  // A secret that could not be read is no missing one.
  const issues = (error?.issues ?? []).filter(({ path }) => !faults.has(String(path[0])));
  const all = [...faults.values(), ...issues.map(({ path, message }) => `${path.join(' ')} ${message}`)];
  if (data === undefined || all.length > 0) throw new ConfigError(all);
  return data;
}

/**
 * Reads this process's configuration. The variable files add variables that the environment does not set.
 * @throws {ConfigError} with the faults of the files too
 */
export function readProcessConfig(): Config {
  const files = readVariableFiles(process.env);
  for (const [name, value] of files.flatMap(({ variables }) => Object.entries(variables ?? {}))) {
    if (!nodeVariables.includes(name)) process.env[name] ??= value;
  }
  const faults = files.flatMap((file) => file.faults);
  try {
    const config = readConfig(process.env);
    if (faults.length === 0) return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.push(...error.faults);
  }
  throw new ConfigError(faults);
}
