import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const built = join(import.meta.dirname, '../../dist/inbox');
const assets = join(built, 'inbox-assets');
const budgetBytes = 130 * 1024;
const signInBudgetBytes = 17 * 1024;
const partBudgetBytes = 12 * 1024;
/** The editor of the form. */
const largePartBudgetBytes = 60 * 1024;

const sizeOf = (names: readonly string[]) => names.reduce((sum, name) => sum + statSync(join(assets, name)).size, 0);

/** Returns the asset and those that it imports before it runs. */
function withImports(name: string): readonly string[] {
  const text = readFileSync(join(assets, name), 'utf8');
  return [name, ...[...text.matchAll(/from"\.\/([\w.-]+)"/g)].flatMap(([, imported]) => withImports(imported ?? ''))];
}

/** Returns the assets that a page loads before it shows anything. */
function loadedBy(page: string): readonly string[] {
  const html = readFileSync(join(built, page), 'utf8');
  const named = [...html.matchAll(/inbox-assets\/([\w.-]+)/g)].map(([, name]) => name ?? '');
  return [...new Set(named.flatMap(withImports))];
}

describe('the built inbox', () => {
  it('loads no more than its budget before it shows anything, in any language', () => {
    for (const encoding of ['br', 'gz']) {
      for (const [page, texts, budget] of [
        ['index.html', '_texts', budgetBytes],
        ['accounts.html', '_account-texts', signInBudgetBytes],
      ] as const) {
        const loaded = loadedBy(page).map((name) => `${name}.${encoding}`);
        const languages = readdirSync(assets).filter((name) => name.match(`^${texts}_(?!en-).*${encoding}$`));
        expect(languages).toHaveLength(3);
        const bytes = sizeOf(loaded) + Math.max(...languages.map((name) => sizeOf([name])));
        expect(bytes + statSync(join(built, `${page}.${encoding}`)).size, `${page}.${encoding}`).toBeLessThan(budget);
      }
    }
  });

  it('has less than 12 KiB in each part that is loaded when it is needed', () => {
    const first = ['index.html', 'accounts.html'].flatMap(loadedBy);
    const later = readdirSync(assets).filter(
      (name) => /^(?!_texts|_account-texts).*\.js$/.test(name) && !first.includes(name),
    );
    expect(later.length).toBeGreaterThan(0);
    for (const name of later.flatMap((one) => [`${one}.br`, `${one}.gz`])) {
      const budget = name.startsWith('form-section') ? largePartBudgetBytes : partBudgetBytes;
      expect(sizeOf([name]), name).toBeLessThan(budget);
    }
  });

  it('has a hash in the name of every asset, and both encodings beside it', () => {
    const plain = readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name));
    for (const name of plain) {
      expect(name).toMatch(/-[\w-]{8}\.\w+$/);
      expect(sizeOf([`${name}.br`, `${name}.gz`])).toBeGreaterThan(0);
    }
  });

  it('asks no other host for anything', () => {
    const texts = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
    const addresses = texts.flatMap(
      (name) => readFileSync(join(assets, name), 'utf8').match(/https?:\/\/[\w.-]+/g) ?? [],
    );
    // XML namespaces, which are never fetched.
    const namespaces = ['http://www.w3.org', 'http://ns.adobe.com'];
    expect(addresses.filter((address) => !namespaces.includes(address))).toEqual([]);
  });
});
