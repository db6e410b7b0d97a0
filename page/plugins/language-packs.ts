import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { hashedAsset } from '../../page-kit/plugins/hashed-asset.ts';
import { textsInOrder } from '../../page-kit/plugins/part-of-texts.ts';

const name = 'virtual:language-packs';

/**
 * For a build as one script: makes of each language except English a script of its own, and takes the loaders of
 * `packed-message-loaders.ts` instead of `message-loaders.ts`.
 * @param folder Has a `<language>.json` each, with the groups `page` and `pageLater`.
 */
export function languagePacks(folder: string): Plugin {
  const languages = readdirSync(folder).map((file) => basename(file, '.json'));
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
          const texts = JSON.stringify(['page', 'pageLater'].map((group) => textsInOrder(folder, language, group)));
          const source = `(globalThis.commissionFormTexts??={}).${language}=${texts};`;
          const fileName = hashedAsset(assets, `embed-${language}.js`, source);
          this.emitFile({ type: 'asset', fileName, source });
          return [language, fileName];
        });
      return `export const packs = ${JSON.stringify(Object.fromEntries(packs))};`;
    },
  };
}
