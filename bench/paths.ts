import { fileURLToPath } from 'node:url';

/** Relative to the compiled file in `build/bench/`. */
const root = new URL('../../', import.meta.url);

/** Returns the absolute path of a file of the project. */
export function projectPath(relativePath: string): string {
  return fileURLToPath(new URL(relativePath, root));
}

/** Returns the absolute path of a compiled program of the bench. */
export function programPath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
