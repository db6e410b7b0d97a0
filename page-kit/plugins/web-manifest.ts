import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { hashedAsset } from './hashed-asset.ts';

/** By its manifest a browser can install a page. Icons are PNG files named `<purpose>-<pixels>.png`. */
export function webManifest(iconFolder: string, members: Readonly<Record<string, string>>): Plugin {
  let folder = '';
  let manifestPath = '';
  let touchIconPath = '';
  return {
    name: 'web-manifest',
    apply: 'build',
    configResolved({ build: { assetsDir } }) {
      folder = assetsDir;
    },
    buildStart() {
      const icons = readdirSync(iconFolder).map((file) => {
        const source = readFileSync(join(iconFolder, file));
        const fileName = hashedAsset(folder, file, source);
        this.emitFile({ type: 'asset', fileName, source });
        const [purpose = 'any', pixels = ''] = file.replace('.png', '').split('-');
        return { src: `/${fileName}`, type: 'image/png', sizes: `${pixels}x${pixels}`, purpose };
      });
      const source = JSON.stringify({ ...members, icons });
      manifestPath = hashedAsset(folder, 'inbox.webmanifest', source);
      this.emitFile({ type: 'asset', fileName: manifestPath, source });
      touchIconPath = icons.find(({ purpose }) => purpose === 'maskable')?.src ?? '';
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { filename }) =>
        filename.endsWith('index.html')
          ? [
              {
                tag: 'link',
                // A proxy that protects the inbox may want its own cookie.
                attrs: { rel: 'manifest', href: `/${manifestPath}`, crossorigin: 'use-credentials' },
                injectTo: 'head',
              },
              { tag: 'link', attrs: { rel: 'apple-touch-icon', href: touchIconPath }, injectTo: 'head' },
            ]
          : [],
    },
  };
}
