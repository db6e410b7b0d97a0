import { join } from 'node:path';
import type { Plugin } from 'vite';
import { builtScript } from './built-script.ts';

const name = '\0location-readers';
const entry = join(import.meta.dirname, '../../page-kit/locations/picture-location.ts');

/**
 * For a build as one script: makes the readers of pictures one function. The page's thread calls it, and a worker gets its
 * text. In two copies they would be 2 kB more.
 */
export function locationReaders(): Plugin {
  return {
    name: 'location-readers',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (/^virtual:location-readers$|\/picture-location\.ts$/.test(source) ? name : null),
    async load(id) {
      if (id !== name) return null;
      const code = await builtScript(entry, 'readers', { minify: false });
      return `export function createReaders() { "use strict"; ${code}; return readers; }
        export const { locationTasks } = createReaders();`;
    },
  };
}
