/** A server that answers the same form in its own way. All of them read the service's environment variables. */
export interface Contestant {
  readonly name: string;
  readonly role: 'service' | 'peer';
  /** Its program, seen from the root of the project. */
  readonly program: string;
}

export const service: Contestant = { name: 'service', role: 'service', program: 'dist/main.js' };

export const contestants: readonly Contestant[] = [
  service,
  { name: 'fastify', role: 'peer', program: 'bench/peers/fastify.mjs' },
  { name: 'hono', role: 'peer', program: 'bench/peers/hono.mjs' },
];
