import { readFileSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';

/** Packages that an installation has beside the bundle. */
export const unbundled = [
  '@aws-sdk/credential-provider-node',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'libheif-js',
  'pino-pretty',
  'sharp',
];

/**
 * Bundles the program. Everything that every start loads goes into a few files, because finding and reading a thousand
 * files takes longer than running them. Modules that few starts load become separate chunks or stay packages, as do
 * modules that the framework is configured not to load. The program that decodes pictures, and the one that reads the
 * settings for a shell, are entries of their own. Resolves with the paths of the bundled modules.
 */
export async function bundleService() {
  const bundle = await rolldown({
    input: {
      main: 'src/main/main.ts',
      'preview-program': 'src/studio/previews/program/main.ts',
      'settings-program': 'src/process/settings-program.ts',
    },
    platform: 'node',
    external: [
      ...unbundled.map((name) => new RegExp(`^${name}(/|$)`)),
      /^pg-(native|cloudflare)$/,
      'light-my-request',
      // An optional dependency of `debug`.
      'supports-color',
    ],
    plugins: [textsOfService],
    // Files that a module reads by `new URL(…, import.meta.url)` are copied too.
    experimental: { resolveNewUrlToAsset: true },
    logLevel: 'warn',
    checks: { bundlerTimings: false },
  });
  const { output } = await bundle.write({
    dir: 'dist',
    cleanDir: true,
    chunkFileNames: 'chunks/[name].js',
    assetFileNames: '[name][extname]',
    sourcemap: true,
  });
  await bundle.close();
  for (const { type, fileName, code } of output) if (type === 'chunk') writeFileSync(`dist/${fileName}`, asciiOf(code));
  return modulesIn(output);
}

/** Leaves out the words of the page, which is a build of its own. */
const textsOfService = {
  name: 'texts-of-service',
  load: {
    filter: { id: /\/texts\/customers\/\w+\.json$/ },
    handler(id) {
      const { page, pageLater, ...ofService } = JSON.parse(readFileSync(id, 'utf8'));
      return { code: JSON.stringify(ofService), moduleType: 'json' };
    },
  },
};

/**
 * One non-ASCII character makes V8 store two bytes for each character of a file: 3 MiB for the files that an inbox
 * loads.
 */
function asciiOf(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns the imported modules that the bundler kept. */
export function modulesIn(output) {
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}
