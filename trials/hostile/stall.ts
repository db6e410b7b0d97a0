import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** The longest time in which the service's event loop was blocked. */
export interface Stall {
  readonly wallMs: number;
  /** The CPU time of the main thread within this time. */
  readonly cpuMs: number;
}

/** Resolves with the longest stall since the previous call. `socketPath` is the watch's socket. */
export async function takeLongestStall(socketPath: string): Promise<Stall> {
  return JSON.parse(await text(connect(socketPath)));
}
