import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const built = join(import.meta.dirname, '../../dist/page');
const budgetBytes = 60 * 1024;

const filesOf = (folder: string) =>
  readdirSync(join(built, folder), { withFileTypes: true }).filter((entry) => entry.isFile());
const namesOf = (folder: string, ending: RegExp) =>
  filesOf(folder)
    .map(({ name }) => join(folder, name))
    .filter((name) => ending.test(name));
const sizeOf = (names: readonly string[]) => names.reduce((sum, name) => sum + statSync(join(built, name)).size, 0);

const languagesOf = (prefix: string, encoding: string) =>
  namesOf('assets', new RegExp(`/${prefix}.*\\.js\\.${encoding}$`));
const largestOf = (names: readonly string[]) => Math.max(...names.map((name) => sizeOf([name])));

describe('the built page', () => {
  it.each(['br', 'gz'])('has less than 60 KiB of script and style in any language, as %s, embedded too', (encoding) => {
    const page = namesOf('assets', new RegExp(`index-.*\\.(js|css)\\.${encoding}$`));
    const languages = languagesOf('_texts_', encoding);
    expect([page.length, languages.length]).toEqual([2, 10]);
    const first = sizeOf(page) + largestOf(languages);
    expect(first).toBeLessThan(budgetBytes);
    // A studio that uses every setting stays within the same budget.
    const parts = namesOf('assets', new RegExp(`studio-parts-.*\\.js\\.${encoding}$`));
    const later = languagesOf('_later-texts_', encoding);
    expect([parts.length, later.length]).toEqual([1, 11]);
    expect(first + sizeOf(parts) + largestOf(later)).toBeLessThan(budgetBytes);
    const ofElement = languagesOf('embed-', encoding);
    expect(ofElement.length).toBe(10);
    expect(sizeOf([`embed.js.${encoding}`]) + largestOf(ofElement)).toBeLessThan(budgetBytes);
  });

  it('has a hash in the name of every asset, and both encodings beside every file', () => {
    const plain = [...namesOf('.', /./), ...namesOf('assets', /./)].filter((name) => !/\.(br|gz)$/.test(name));
    for (const name of plain.filter((name) => name.startsWith('assets'))) expect(name).toMatch(/-[\w-]{8}\.\w+$/);
    for (const name of plain) expect(sizeOf([`${name}.br`, `${name}.gz`])).toBeGreaterThan(0);
  });

  it('names no other host', () => {
    const texts = [...namesOf('.', /\.(html|js)$/), ...namesOf('assets', /\.(js|css|svg)$/)];
    const addresses = texts.flatMap(
      (name) => readFileSync(join(built, name), 'utf8').match(/https?:\/\/[\w.-]+/g) ?? [],
    );
    // Names of XML and JSON vocabularies, which are never fetched.
    const vocabularies = ['http://www.w3.org', 'http://ns.adobe.com', 'https://json-schema.org'];
    expect(addresses.filter((address) => !vocabularies.includes(address))).toEqual([]);
  });

  it('has a title, a description and a language, may be enlarged, and has no inline script and no absolute link', () => {
    const html = readFileSync(join(built, 'index.html'), 'utf8');
    expect(html).toMatch(/<html lang="en">/);
    expect(html).toMatch(/<title>[^<]{10,60}<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,160}" \/>/);
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1" />');
    expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*src=)/);
    for (const [, link] of html.matchAll(/(?:src|href|endpoint)="([^"]*)"/g)) expect(link).toMatch(/^\.\//);
  });
});
