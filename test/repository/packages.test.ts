import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const migrations = readdirSync(join(root, 'src/customers/records/migrations')).map(
  (name) => `src/customers/records/migrations/${name}`,
);

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

/** Returns the files that `npm pack` puts into the package of this folder's current build. */
function packedFiles(folder: string): readonly string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const output = execFileSync('npm', args, {
    cwd: join(root, folder),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(output) as readonly Packed[];
  return packed?.files.map(({ path }) => path) ?? [];
}

function isPublished(path: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => path === entry || (entry.endsWith('/') && path.startsWith(entry)));
}

describe.each([
  {
    name: 'the service',
    folder: '.',
    needed: [
      'dist/main.js',
      'dist/common-passwords.txt',
      'dist/page/index.html',
      'dist/page/embed.js',
      'dist/inbox/index.html',
      'dist/inbox/accounts.html',
      'dist/inbox/problem.html',
      '.env.example',
      'LICENSE',
      'README.md',
      ...migrations,
    ],
    allowed: ['dist/', 'src/customers/records/migrations/', '.env.example', 'LICENSE', 'README.md', 'package.json'],
  },
  {
    name: 'the client',
    folder: 'client',
    needed: ['dist/commission-client.js', 'dist/commission-client.d.ts', 'LICENSE', 'README.md'],
    allowed: ['dist/', 'LICENSE', 'README.md', 'package.json'],
  },
])('the package of $name', ({ folder, needed, allowed }) => {
  const files = packedFiles(folder);

  it('holds what it needs to run', () => {
    expect(files).toEqual(expect.arrayContaining(needed));
  });

  it('holds nothing else: no tests, no sources of its own, no .env', () => {
    expect(files.filter((path) => !isPublished(path, allowed) || path.includes('.test.'))).toEqual([]);
  });

  it('is under the MIT license', () => {
    expect(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))).toMatchObject({ license: 'MIT' });
    expect(readFileSync(join(root, folder, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
  });
});

describe('the package of the client', () => {
  it('may be published', () => {
    expect(JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'))).not.toHaveProperty('private');
  });
});
