import type { Plugin } from 'vite';

/**
 * For a build as one script: makes each `import()` a static one. The bundler would wrap every module in a function, to run
 * it later, which is more than a kilobyte.
 */
export function inlinedImports(): Plugin {
  return {
    name: 'inlined-imports',
    apply: 'build',
    transform(code) {
      const imports: string[] = [];
      const inlined = code.replace(/\bimport\((["'`])(\.[^"'`]+)\1\)/g, (_, _quote, path: string) => {
        imports.push(`import * as inlined${imports.length} from ${JSON.stringify(path)};`);
        return `Promise.resolve(inlined${imports.length - 1})`;
      });
      return imports.length === 0 ? null : { code: imports.join('') + inlined, map: null };
    },
  };
}
