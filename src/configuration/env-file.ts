import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** In the working directory. */
export const envFilePath = '.env';

/** The names of the variables in the file, none where there is no file; null when it cannot be read. */
export function namesInEnvFile(): readonly string[] | null {
  try {
    return Object.keys(parseEnv(readFileSync(envFilePath, 'utf8')));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : null;
  }
}
