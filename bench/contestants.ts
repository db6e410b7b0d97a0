import { projectPath } from './paths.ts';

/** A server that answers the same form in its own way. All of them read the service's environment variables. */
export interface Contestant {
  readonly name: string;
  readonly role: 'service' | 'peer';
  readonly runtime: 'node' | 'bun';
  /** Its program, seen from the root of the project, and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** What is added to the environment that all have. */
  readonly env: Readonly<Record<string, string>>;
}

const node = { runtime: 'node', env: {} } as const;

export const service: Contestant = { name: 'service', role: 'service', ...node, command: ['dist/main.js'] };

export const contestants: readonly Contestant[] = [
  service,
  { ...service, name: 'two-workers', env: { WORKERS: '2' } },
  { name: 'fastify', role: 'peer', ...node, command: ['bench/peers/fastify.mjs'] },
  { name: 'hono', role: 'peer', ...node, command: ['bench/peers/hono.mjs'] },
  { name: 'bun', role: 'peer', runtime: 'bun', command: ['bench/peers/hono-bun.mjs'], env: {} },
  {
    name: 'next',
    role: 'peer',
    runtime: 'node',
    command: ['bench/peers/next/node_modules/next/dist/bin/next', 'start', projectPath('bench/peers/next')],
    env: { NEXT_TELEMETRY_DISABLED: '1' },
  },
];

/** They take part only where they are asked for by name. */
export const variants: readonly Contestant[] = [
  { ...service, name: 'spool-64-mib', env: { SPOOL_MEMORY_BYTES: String(64 * 1024 * 1024) } },
  { ...service, name: 'spool-256-mib', env: { SPOOL_MEMORY_BYTES: String(256 * 1024 * 1024) } },
];
