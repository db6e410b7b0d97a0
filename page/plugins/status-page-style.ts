import { join } from 'node:path';
import { bundle } from 'lightningcss';
import type { Plugin } from 'vite';
import { buildTargets } from '../../page-kit/build-targets.ts';

/** Each whole, because a page has one of them inlined. */
const fileNames = ['status-page.css', 'queue-page.css'];

/** Writes the style sheets of the pages that the service draws. Browsers without `light-dark()` get variables instead. */
export function statusPageStyle(): Plugin {
  return {
    name: 'status-page-style',
    apply: 'build',
    generateBundle() {
      for (const fileName of fileNames) {
        const filename = join(import.meta.dirname, '../src/styles', fileName);
        const { code } = bundle({ filename, minify: true, targets: targetsOf(buildTargets) });
        this.emitFile({ type: 'asset', fileName, source: code });
      }
    },
  };
}

/** Returns the versions as Lightning CSS wants them: `{ ios_saf: 0x100400 }` for `ios16.4`. */
function targetsOf(names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    names.map((name) => {
      const [, browser = '', major = '', minor = '0'] = /^([a-z]+)(\d+)(?:\.(\d+))?$/.exec(name) ?? [];
      return [browser === 'ios' ? 'ios_saf' : browser, (Number(major) << 16) | (Number(minor) << 8)];
    }),
  );
}
