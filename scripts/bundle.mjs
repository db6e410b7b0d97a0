import { writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';

/**
 * Builds the program, with all that every start loads in a few files: to find and read a thousand takes longer than to
 * run them. What few starts load is a chunk of its own or stays a package; so does what the framework would load but is
 * told not to. The program that decodes pictures is a second entry. Resolves with the paths of the modules that are in it.
 */
export async function bundleService() {
  const bundle = await rolldown({
    input: { main: 'src/process/main.ts', 'preview-program': 'src/previews/program/main.ts' },
    platform: 'node',
    external: [
      'pino-pretty',
      /^@aws-sdk\//,
      /^pg-(native|cloudflare)$/,
      /^@fastify\/(ajv|fast-json-stringify)-compiler$/,
      'light-my-request',
      'sharp',
      /^libheif-js/,
      // Of `debug`, which does without.
      'supports-color',
    ],
    logLevel: 'warn',
  });
  const { output } = await bundle.write({
    dir: 'dist',
    cleanDir: true,
    chunkFileNames: 'chunks/[name].js',
    sourcemap: true,
  });
  await bundle.close();
  for (const { type, fileName, code } of output) if (type === 'chunk') writeFileSync(`dist/${fileName}`, asciiOf(code));
  return modulesIn(output);
}

/** One other character makes V8 keep two bytes for each of a file: 3 MiB for the files that an inbox loads. */
function asciiOf(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Those that the bundler kept of what was imported. */
export function modulesIn(output) {
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}
