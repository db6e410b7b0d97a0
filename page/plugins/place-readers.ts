import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const name = '\0place-readers';
const entry = join(import.meta.dirname, '../../page-kit/places/picture-place.ts');

/**
 * For a build as one script: makes the readers of pictures one function. The page's thread calls it, and a worker gets its
 * text. In two copies they would be 2 kB more.
 */
export function placeReaders(): Plugin {
  return {
    name: 'place-readers',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (/^virtual:place-readers$|\/picture-place\.ts$/.test(source) ? name : null),
    async load(id) {
      if (id !== name) return null;
      const lib = { entry, formats: ['iife' as const], name: 'readers' };
      const built = await build({ configFile: false, logLevel: 'warn', build: { write: false, minify: false, lib } });
      const [output] = Array.isArray(built) ? built : [];
      const code = output?.output[0].code;
      return `export function createReaders() { "use strict"; ${code}; return readers; }
        export const { placeTasks } = createReaders();`;
    },
  };
}
