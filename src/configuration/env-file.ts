import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Relative to the working directory. */
export const envFilePath = '.env';

/** Returns the variables in the file, none when there is no file, or null when the file cannot be read. */
export function variablesInEnvFile(): Readonly<Record<string, string>> | null {
  try {
    // Every value is a string. The type allows undefined too, as that of `process.env` does.
    return parseEnv(readFileSync(envFilePath, 'utf8')) as Record<string, string>;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? {} : null;
  }
}
