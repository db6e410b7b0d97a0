import { fileURLToPath } from 'node:url';

/** Seen from where this file is once compiled: `build/bench/`. */
const root = new URL('../../', import.meta.url);

/** The absolute path of a file of the project. */
export function projectPath(relativePath: string): string {
  return fileURLToPath(new URL(relativePath, root));
}

/** The absolute path of a program of the bench that has been compiled beside this file. */
export function programPath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
