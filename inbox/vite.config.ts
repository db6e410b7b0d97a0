import { join } from 'node:path';
import { defineConfig } from 'vite';
import { buildTargets } from '../page-kit/build-targets.ts';
import { compressed } from '../page-kit/plugins/compressed.ts';
import { earlyScript } from '../page-kit/plugins/early-script.ts';
import { groupOfTexts, partOfTexts } from '../page-kit/plugins/part-of-texts.ts';
import { webManifest } from '../page-kit/plugins/web-manifest.ts';
import { studioDefaults } from './plugins/studio-defaults.ts';

const texts = join(import.meta.dirname, '../texts/inbox');
const customerTexts = join(import.meta.dirname, '../texts/customers');
const pages = ['index', 'accounts', 'problem', 'form-preview'].map((name) => join(import.meta.dirname, `${name}.html`));

/** Builds the inbox, and the pages before the sign-in, into `dist/inbox/`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [
    // The pages before the sign-in need few texts.
    partOfTexts('account-texts', texts, ['accounts'], /\/src\/accounts\//),
    partOfTexts('texts', texts, ['inbox', 'settings', 'form', 'intake']),
    groupOfTexts('reply-texts', customerTexts, 'reply', /\/customer-texts\.ts$/),
    earlyScript(join(import.meta.dirname, 'src/theme/early-theme.ts')),
    webManifest(join(import.meta.dirname, 'src/icons'), {
      id: '/',
      start_url: '/',
      scope: '/',
      name: 'Commissions',
      display: 'standalone',
      background_color: '#f6f5f2',
      theme_color: '#f6f5f2',
    }),
    studioDefaults(),
    compressed(),
  ],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: buildTargets,
    outDir: '../dist/inbox',
    // How long a build took is no warning, and a slow machine would print it at each install.
    rolldownOptions: { input: pages, checks: { bundlerTimings: false } },
    emptyOutDir: true,
    assetsDir: 'inbox-assets',
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
});
