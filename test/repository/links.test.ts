import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

/** Returns the page without its code examples. */
function proseOf(path: string): string {
  return readFileSync(path, 'utf8').replace(/^```.*?^```$/gms, '');
}

function linksIn(page: string): string[] {
  const targets = [...proseOf(join(root, page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => String(target));
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** Returns the anchors that GitHub generates for the headings. */
function anchorsIn(path: string): string[] {
  const headings = [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => String(heading));
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isThere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? join(root, page) : join(root, dirname(page), file);
  return existsSync(path) && (anchor === undefined || anchorsIn(path).includes(anchor));
}

describe('the documentation', () => {
  it.each(pages)('has behind each link of %s what it names', (page) => {
    expect(linksIn(page).filter((link) => !isThere(page, link))).toEqual([]);
  });

  it('has links', () => {
    expect(pages.flatMap(linksIn).length).toBeGreaterThan(50);
  });
});
