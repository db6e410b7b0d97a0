import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';

const importPattern = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/** Returns the files of a source folder but its tests, which may import anything. Paths are relative to the folder. */
export function sourceFiles(source: string): readonly string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .sort();
}

/** Returns what a file imports of ours, relative to the source folder: types and values, static and dynamic. */
export function importsOf(source: string, file: string): readonly string[] {
  const text = readFileSync(join(source, file), 'utf8');
  return [...text.matchAll(importPattern)].map(([, path = '']) => normalize(join(dirname(file), path)));
}
