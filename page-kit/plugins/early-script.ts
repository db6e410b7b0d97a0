import { basename } from 'node:path';
import { build, type Plugin } from 'vite';
import { buildTargets } from '../build-targets.ts';
import { hashedAsset } from './hashed-asset.ts';

/** Builds a script that runs before the first paint of each page. A module would run after it. */
export function earlyScript(entry: string): Plugin {
  let path = '';
  return {
    name: 'early-script',
    apply: 'build',
    async configResolved({ build: { assetsDir } }) {
      path = assetsDir;
    },
    async buildStart() {
      const code = await compile(entry);
      path = hashedAsset(path, basename(entry).replace(/\.ts$/, '.js'), code);
      this.emitFile({ type: 'asset', fileName: path, source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: `/${path}` }, injectTo: 'head' }],
    },
  };
}

async function compile(entry: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    build: { target: buildTargets, write: false, lib: { entry, formats: ['iife'], name: 'early' } },
  });
  const [first] = [made].flat();
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not built`);
  return chunk.code;
}
