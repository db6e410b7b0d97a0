import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'docs/pictures');
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]
  .filter((path) => path.endsWith('.md'))
  .map((path) => readFileSync(join(root, path), 'utf8'));
const maxBytes = 150 * 1024;

describe('each picture of the documentation', () => {
  it.each(readdirSync(folder))('is small enough and shown on a page: %s', (name) => {
    expect(readFileSync(join(folder, name)).length).toBeLessThanOrEqual(maxBytes);
    expect(pages.some((page) => page.includes(`pictures/${name}`))).toBe(true);
  });
});
