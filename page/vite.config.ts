import { join } from 'node:path';
import { Features } from 'lightningcss';
import { defineConfig } from 'vite';
import { buildTargets } from '../page-kit/build-targets.ts';
import { compressed } from '../page-kit/plugins/compressed.ts';
import { groupOfTexts, partOfTexts } from '../page-kit/plugins/part-of-texts.ts';
import { inlinedImports } from './plugins/inlined-imports.ts';
import { languagePacks } from './plugins/language-packs.ts';
import { payloadSchemaModule } from './plugins/payload-schema.ts';
import { plainImports } from './plugins/plain-imports.ts';
import { statusPageStyle } from './plugins/status-page-style.ts';
import { locationReaders, solverScript } from './plugins/worker-scripts.ts';

const texts = join(import.meta.dirname, '../texts/customers');

/**
 * Builds the page, or with `--mode embed` the custom element as one classic script. Both builds write to `dist/page/`.
 */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: './',
  plugins: [
    mode === 'embed'
      ? [
          partOfTexts('texts', texts, ['page', 'pageLater']),
          languagePacks(texts),
          locationReaders(),
          solverScript(),
          inlinedImports(),
        ]
      : [
          groupOfTexts('later-texts', texts, 'pageLater', /later-message-loaders/),
          partOfTexts('texts', texts, ['page']),
          statusPageStyle(),
        ],
    payloadSchemaModule(),
    plainImports(),
    compressed(),
  ],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // Variables instead would ignore the `color-scheme` of an embedding page. `colour-pairs.ts` does it where it has to.
  css: { lightningcss: { exclude: Features.LightDark } },
  build: {
    target: buildTargets,
    outDir: '../dist/page',
    // How long a build took is no warning, and a slow machine would print it at each install.
    rolldownOptions: { checks: { bundlerTimings: false } },
    emptyOutDir: mode !== 'embed',
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    ...(mode === 'embed' && {
      lib: { entry: 'src/embed.ts', formats: ['iife'], name: 'commissionForm', fileName: () => 'embed.js' },
    }),
  },
}));
