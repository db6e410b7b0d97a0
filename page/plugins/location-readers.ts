import { join } from 'node:path';
import type { Plugin } from 'vite';
import { builtScript } from './built-script.ts';

const name = '\0place-readers';
const entry = join(import.meta.dirname, '../../page-kit/locations/picture-place.ts');

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
      const code = await builtScript(entry, 'readers', { minify: false });
      return `export function createReaders() { "use strict"; ${code}; return readers; }
        export const { placeTasks } = createReaders();`;
    },
  };
}
