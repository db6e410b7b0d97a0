import { join } from 'node:path';
import { defineConfig } from 'vite';
import { compactMessages } from '../page-kit/plugins/compact-messages.ts';
import { compressed } from '../page-kit/plugins/compressed.ts';

/** Builds the inbox into `dist/inbox/`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [compactMessages(join(import.meta.dirname, 'messages')), compressed()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/inbox',
    emptyOutDir: true,
    assetsDir: 'inbox-assets',
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
});
