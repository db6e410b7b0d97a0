import { join } from 'node:path';
import { defineConfig } from 'vite';
import { compactMessages } from '../page-kit/plugins/compact-messages.ts';
import { compressed } from '../page-kit/plugins/compressed.ts';
import { languagePacks } from './plugins/language-packs.ts';
import { payloadSchemaModule } from './plugins/payload-schema-module.ts';
import { placeReaders } from './plugins/place-readers.ts';
import { plainImports } from './plugins/plain-imports.ts';

const textFolders = ['messages', 'later-messages'].map((folder) => join(import.meta.dirname, folder));

/**
 * Builds the page, or with `--mode embed` the custom element as one classic script. Both builds write to `dist/page/`.
 */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: './',
  plugins: [
    mode === 'embed' ? [languagePacks(textFolders), placeReaders()] : textFolders.map(compactMessages),
    payloadSchemaModule(),
    plainImports(),
    compressed(),
  ],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/page',
    // How long a build took is no warning, and a slow machine would print it at each install.
    rolldownOptions: { checks: { bundlerTimings: false } },
    // Older targets replace `light-dark()` by variables that ignore the `color-scheme` of an embedding page.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    emptyOutDir: mode !== 'embed',
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    ...(mode === 'embed' && {
      lib: { entry: 'src/embed.ts', formats: ['iife'], name: 'commissionForm', fileName: () => 'embed.js' },
    }),
  },
}));
