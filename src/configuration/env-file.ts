import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** In the working directory. */
export const envFilePath = '.env';

/** The variables in the file, none where there is no file; null when it cannot be read. */
export function variablesInEnvFile(): Readonly<Record<string, string>> | null {
  try {
    // Every value is a text: the type allows for none, as that of `process.env` does.
    return parseEnv(readFileSync(envFilePath, 'utf8')) as Record<string, string>;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? {} : null;
  }
}
