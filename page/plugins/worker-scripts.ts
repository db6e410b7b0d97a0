import { join } from 'node:path';
import { type BuildEnvironmentOptions, build, type Plugin } from 'vite';
import { buildTargets } from '../../page-kit/build-targets.ts';

const solver = '\0solver-script';
const solverEntry = join(import.meta.dirname, '../src/sending/solver-worker.ts');
const readers = '\0location-readers';
const readersEntry = join(import.meta.dirname, '../../page-kit/locations/picture-location.ts');

/** For a build as one script: has the text of the solver's script. The bundler's own worker would be larger. */
export function solverScript(): Plugin {
  return {
    name: 'solver-script',
    apply: 'build',
    resolveId: (source) => (source === 'virtual:solver-script' ? solver : null),
    async load(id) {
      if (id !== solver) return null;
      const script = await builtScript(solverEntry, 'solver', { target: buildTargets });
      return `export const solverScript = ${JSON.stringify(script)};`;
    },
  };
}

/**
 * For a build as one script: makes the readers of pictures one function. The page's thread calls it, and a worker gets its
 * text. In two copies they would be 2 kB more.
 */
export function locationReaders(): Plugin {
  return {
    name: 'location-readers',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (/^virtual:location-readers$|\/picture-location\.ts$/.test(source) ? readers : null),
    async load(id) {
      if (id !== readers) return null;
      const code = await builtScript(readersEntry, 'readers', { minify: false });
      return `export function createReaders() { "use strict"; ${code}; return readers; }
        export const { locationTasks } = createReaders();`;
    },
  };
}

/** Resolves with the text of a module and of all that it imports, as one script that sets a variable of this name. */
async function builtScript(entry: string, name: string, options: BuildEnvironmentOptions): Promise<string> {
  const lib = { entry, formats: ['iife' as const], name };
  const built = await build({ configFile: false, logLevel: 'warn', build: { write: false, lib, ...options } });
  const [output] = Array.isArray(built) ? built : [];
  if (output === undefined) throw new Error(`${entry} was not built`);
  return output.output[0].code;
}
