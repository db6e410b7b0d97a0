import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { EncodedBytes, PublishedDocument } from './documents.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The page and the custom element as the build left them: `index.html`, `embed.js`, and what `assets/` holds. */
export async function readBuiltPage(directory: string): Promise<readonly PublishedDocument[]> {
  const files = await filesIn(directory);
  const originals = files.filter((file) => mediaTypes[extname(file)] !== undefined);
  return Promise.all(
    originals.map(async (file) => {
      // At once: whether the page is built is to be told at the start.
      const bytes = await readFile(join(directory, file));
      return {
        path: file === 'index.html' ? '/' : `/${file}`,
        mediaType: mediaTypes[extname(file)] ?? '',
        read: async () => bytes,
        encoded: await encodingsOf(file, files, directory),
        // The build puts a hash of the content into the names there.
        caching: file.startsWith('assets/') ? ('immutable' as const) : ('revalidated' as const),
      };
    }),
  );
}

async function filesIn(directory: string): Promise<readonly string[]> {
  const [top, assets] = await Promise.all([readdir(directory), readdir(join(directory, 'assets'))]);
  return [...top, ...assets.map((name) => `assets/${name}`)];
}

function encodingsOf(file: string, files: readonly string[], directory: string): Promise<readonly EncodedBytes[]> {
  const made = codings.filter(([, extension]) => files.includes(file + extension));
  return Promise.all(
    made.map(async ([coding, extension]) => ({ coding, bytes: await readFile(join(directory, file + extension)) })),
  );
}
