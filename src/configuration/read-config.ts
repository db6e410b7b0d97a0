import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Config, configSchema } from './config.ts';

/** Relative to the working directory. */
export const envFilePath = '.env';

/** The environment is no valid configuration. Each of `faults` begins with the name of its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration has faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/**
 * Reads the configuration. An empty variable counts as absent, an unknown one is ignored.
 * @throws {ConfigError} with every fault at once; no value is quoted, because a value may be a secret
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const { data, error } = configSchema.safeParse(set);
  if (error) throw new ConfigError(error.issues.map((issue) => `${issue.path.join(' ')} ${issue.message}`));
  return data;
}

/** Reads this process's configuration. `.env` in the working directory adds what the environment does not set. */
export function readProcessConfig(): Config {
  try {
    process.loadEnvFile(envFilePath);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new ConfigError([`.env cannot be read: ${code}`]);
  }
  return readConfig(process.env);
}

/** Returns the variables in the file, none when there is no file, or null when the file cannot be read. */
export function variablesInEnvFile(): Readonly<Record<string, string>> | null {
  try {
    // Every value is a string. The type allows undefined too, as that of `process.env` does.
    return parseEnv(readFileSync(envFilePath, 'utf8')) as Record<string, string>;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? {} : null;
  }
}
