import { defineConfig } from 'rolldown';

/**
 * The programs, with all that every start loads in a few files: to find and read a thousand takes longer than to run
 * them. What few starts load is a chunk of its own or stays a package; so does what the framework would load but is told
 * not to.
 */
export default defineConfig({
  input: { main: 'src/main.ts', 'worker-main': 'src/worker-main.ts', 'reconcile-main': 'src/reconcile-main.ts' },
  platform: 'node',
  external: [
    'pino-pretty',
    /^@aws-sdk\//,
    /^pg-(native|cloudflare)$/,
    /^@fastify\/(ajv|fast-json-stringify)-compiler$/,
    'light-my-request',
  ],
  output: { dir: 'dist', cleanDir: true, chunkFileNames: 'chunks/[name].js', sourcemap: true },
});
