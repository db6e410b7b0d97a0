import { ConfigError, readConfig } from '../../src/configuration/read-config.ts';

/** Returns the faults that the configuration names in an environment: an empty list for a valid one. */
export function configFaults(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}
