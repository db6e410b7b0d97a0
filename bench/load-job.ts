import type { Load } from './loads.ts';

/** What the load generator is told: send this load to the server at this port of the loopback. */
export interface Job {
  readonly port: number;
  readonly load: Load;
}

/** What it tells back. Every submission was answered with 201, or the job failed. */
export type Outcome = { readonly wallMs: number } | { readonly failure: string };
