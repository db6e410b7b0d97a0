import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { buildTargets } from '../../page-kit/build-targets.ts';

const name = '\0solver-script';
const entry = join(import.meta.dirname, '../src/sending/solver-worker.ts');

/** For a build as one script: has the text of the solver's script. The bundler's own worker would be larger. */
export function solverScript(): Plugin {
  return {
    name: 'solver-script',
    apply: 'build',
    resolveId: (source) => (source === 'virtual:solver-script' ? name : null),
    async load(id) {
      if (id !== name) return null;
      const lib = { entry, formats: ['iife' as const], name: 'solver' };
      const options = { write: false, target: buildTargets, lib };
      const built = await build({ configFile: false, logLevel: 'warn', build: options });
      const [output] = Array.isArray(built) ? built : [];
      if (output === undefined) throw new Error('The script of the solver was not built');
      return `export const solverScript = ${JSON.stringify(output.output[0].code)};`;
    },
  };
}
