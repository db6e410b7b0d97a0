import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

type Group = Readonly<Record<string, unknown>>;

/** @param folder Has a `<language>.json` with groups of texts. */
function groupOf(folder: string, language: string, group: string): Group {
  return JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))[group];
}

/** Returns the texts of a group in English's order. Keys would be a third of the size. */
export function textsInOrder(folder: string, language: string, group: string): readonly unknown[] {
  const texts = groupOf(folder, language, group);
  return Object.keys(groupOf(folder, 'en', group)).map((key) => texts[key]);
}

/**
 * Takes only these groups of each language's file.
 * @param name Begins the names of the chunks.
 * @param importers The modules that get this part.
 */
export function partOfTexts(name: string, folder: string, groups: readonly string[], importers = /./): Plugin {
  return textModules(name, folder, importers, (language) => {
    const textsOf = language === 'en' ? groupOf : textsInOrder;
    const texts = JSON.stringify(Object.fromEntries(groups.map((group) => [group, textsOf(folder, language, group)])));
    if (language === 'en') return `export default ${texts};`;
    return `import english from ${JSON.stringify(`\0${name}:en`)};
const withKeys = ([group, texts]) =>
  [group, Object.fromEntries(Object.keys(english[group]).map((key, at) => [key, texts[at]]))];
export default Object.fromEntries(Object.entries(${texts}).map(withKeys));`;
  });
}

/** Takes only this group, with its keys, where English is not loaded anyway: it would be one request more. */
export function groupOfTexts(name: string, folder: string, group: string, importers: RegExp): Plugin {
  return textModules(name, folder, importers, (language) => {
    return `export default ${JSON.stringify({ [group]: groupOf(folder, language, group) })};`;
  });
}

function textModules(name: string, folder: string, importers: RegExp, sourceOf: (language: string) => string): Plugin {
  const prefix = `\0${name}:`;
  return {
    name: `texts-${name}`,
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source.startsWith(prefix)) return source;
      const isText = source.endsWith('.json') && join(importer, '..', source).startsWith(`${folder}/`);
      return isText && importers.test(importer) ? prefix + basename(source, '.json') : null;
    },
    load: (id) => (id.startsWith(prefix) ? { code: sourceOf(id.slice(prefix.length)), moduleType: 'js' } : null),
  };
}
