/** A server that accepts the same form in its own way. All servers read the service's environment variables. */
export interface Contestant {
  readonly name: string;
  readonly role: 'service' | 'peer';
  readonly runtime: 'node' | 'bun';
  /** The program, relative to the root of the project, and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Additions to the environment that all contestants have. */
  readonly env: Readonly<Record<string, string>>;
}

const node = { runtime: 'node', env: {} } as const;

export const service: Contestant = { name: 'service', role: 'service', ...node, command: ['dist/main.js', 'serve'] };

export const contestants: readonly Contestant[] = [
  service,
  { name: 'fastify', role: 'peer', ...node, command: ['bench/peers/fastify.mjs'] },
  { name: 'bun', role: 'peer', runtime: 'bun', command: ['bench/peers/hono-bun.mjs'], env: {} },
];

/** Variants take part only when named. The service's own default depends on the machine's memory. */
export const variants: readonly Contestant[] = [16, 64, 256].map((mebibytes) => ({
  ...service,
  name: `spool-${mebibytes}-mib`,
  env: { SPOOL_MEMORY_BYTES: String(mebibytes * 1024 * 1024) },
}));
