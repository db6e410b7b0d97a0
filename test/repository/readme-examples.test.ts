import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

/**
 * Returns the TypeScript examples of a page as one module, because later examples use declarations of earlier ones.
 * Everything else becomes empty lines, so that the compiler reports the page's own line numbers.
 */
function examplesIn(markdown: string): { readonly code: string; readonly isTsx: boolean } | null {
  let language: string | null = null;
  let isTsx = false;
  const lines = markdown.split('\n').map((line) => {
    const fence = /^```(\w*)/.exec(line);
    if (fence) language = language === null ? String(fence[1]) : null;
    if (language === 'tsx') isTsx = true;
    return !fence && (language === 'ts' || language === 'tsx') ? line : '';
  });
  return lines.some(Boolean) ? { code: `${lines.join('\n')}\nexport {};\n`, isTsx } : null;
}

/** Returns the compiler's output for these pages. The keys of `sources` are paths. */
function compile(folder: string, sources: Readonly<Record<string, string>>): string {
  for (const [page, markdown] of Object.entries(sources)) {
    const examples = examplesIn(markdown);
    if (!examples) continue;
    mkdirSync(dirname(join(folder, page)), { recursive: true });
    writeFileSync(join(folder, `${page}.${examples.isTsx ? 'tsx' : 'ts'}`), examples.code);
  }
  const compilerOptions = {
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    jsx: 'preserve',
    noUnusedLocals: false,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: { '@commission-submission-service/client': [join(root, 'client/src/commission-client.ts')] },
  };
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['.'], exclude: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  try {
    return execFileSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout: string }).stdout);
  }
}

describe('the code examples of the documentation', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'examples-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('compile', () => {
    const sources = Object.fromEntries(pages.map((page) => [page, readFileSync(join(root, page), 'utf8')]));
    expect(Object.values(sources).filter((markdown) => examplesIn(markdown)).length).toBeGreaterThanOrEqual(2);
    expect(compile(folder, sources)).toBe('');
  });

  it('are reported with page and line when they do not', () => {
    const broken = mkdtempSync(join(folder, 'broken-'));
    const markdown = '# A page\n\n```ts\nconst count: number = "one";\n```\n';
    expect(compile(broken, { 'page.md': markdown })).toContain('page.md.ts(4,7)');
  });
});
