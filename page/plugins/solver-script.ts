import { join } from 'node:path';
import type { Plugin } from 'vite';
import { buildTargets } from '../../page-kit/build-targets.ts';
import { builtScript } from './built-script.ts';

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
      const script = await builtScript(entry, 'solver', { target: buildTargets });
      return `export const solverScript = ${JSON.stringify(script)};`;
    },
  };
}
