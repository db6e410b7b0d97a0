import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type Group = Readonly<Record<string, unknown>>;

/** @param folder Has a `<language>.json` with groups of texts. */
export function groupOf(folder: string, language: string, group: string): Group {
  return JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))[group];
}

/** Returns the texts of a group in English's order. Keys would be a third of the size. */
export function textsInOrder(folder: string, language: string, group: string): readonly unknown[] {
  const texts = groupOf(folder, language, group);
  return Object.keys(groupOf(folder, 'en', group)).map((key) => texts[key]);
}

/**
 * Takes of each language's file, when it is imported with this query, only these groups.
 * @param query For example `?accounts`, or nothing.
 */
export function partOfTexts(folder: string, groups: readonly string[], query = ''): Plugin {
  const prefix = `\0texts${query.replace('?', '-')}:`;
  const english = `${prefix}en`;
  const file = new RegExp(`/(\\w+)\\.json${query.replace('?', '\\?')}$`);

  function sourceOf(language: string): string {
    if (language === 'en') {
      const own = Object.fromEntries(groups.map((group) => [group, groupOf(folder, 'en', group)]));
      return `export default ${JSON.stringify(own)};`;
    }
    const own = Object.fromEntries(groups.map((group) => [group, textsInOrder(folder, language, group)]));
    return `import english from ${JSON.stringify(english)};
const texts = ${JSON.stringify(own)};
const withKeys = (group) => Object.fromEntries(Object.keys(english[group]).map((key, at) => [key, texts[group][at]]));
export default Object.fromEntries(Object.keys(texts).map((group) => [group, withKeys(group)]));`;
  }

  return {
    name: `part-of-texts${query}`,
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source.startsWith(prefix)) return source;
      const language = file.exec(source)?.[1];
      const isOurs = language !== undefined && importer && join(importer, '..', source).startsWith(`${folder}/`);
      return isOurs ? prefix + language : null;
    },
    load: (id) => (id.startsWith(prefix) ? sourceOf(id.slice(prefix.length)) : null),
  };
}
