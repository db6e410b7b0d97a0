import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes a `.br` and a `.gz` file next to every file, so that the service does not compress at request time. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('The page is built into a folder');
      for (const path of Object.keys(bundle)) {
        const content = readFileSync(join(dir, path));
        writeFileSync(join(dir, `${path}.br`), brotliCompressSync(content));
        writeFileSync(join(dir, `${path}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}
