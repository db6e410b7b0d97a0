import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { hashedAsset } from '../../page-kit/plugins/hashed-asset.ts';

const name = 'virtual:language-packs';

/**
 * For a build as one script: makes of each language except English a script of its own, and takes the loaders of
 * `packed-message-loaders.ts` in place of `message-loaders.ts`.
 * @param folders Folders with a `<language>.json` each. A script holds the texts of all of them.
 */
export function languagePacks(folders: readonly string[]): Plugin {
  const read = (folder: string, language: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));
  const languages = readdirSync(folders[0] ?? '').map((file) => basename(file, '.json'));
  let assets = '';
  return {
    name: 'language-packs',
    apply: 'build',
    enforce: 'pre',
    configResolved({ build: { assetsDir } }) {
      assets = assetsDir;
    },
    async resolveId(source, importer, options) {
      if (source === name) return `\0${name}`;
      if (!source.endsWith('/message-loaders.ts')) return null;
      return this.resolve(source.replace('message-loaders', 'packed-message-loaders'), importer, options);
    },
    load(id) {
      if (id !== `\0${name}`) return null;
      const packs = languages
        .filter((language) => language !== 'en')
        .map((language) => {
          const texts = folders.map((folder) => {
            const messages = read(folder, language);
            return Object.keys(read(folder, 'en')).map((key) => messages[key]);
          });
          const source = `(globalThis.commissionFormTexts??={}).${language}=${JSON.stringify(texts)};`;
          const fileName = hashedAsset(assets, `embed-${language}.js`, source);
          this.emitFile({ type: 'asset', fileName, source });
          return [language, fileName];
        });
      return `export const packs = ${JSON.stringify(Object.fromEntries(packs))};`;
    },
  };
}
