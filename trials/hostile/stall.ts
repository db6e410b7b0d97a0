import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** The longest time in which the service's event loop did not come round. */
export interface Stall {
  readonly wallMs: number;
  /** What of it the main thread had a processor. */
  readonly cpuMs: number;
}

/** Since the last time that it was asked; `socketPath` is the watch's. */
export async function takeLongestStall(socketPath: string): Promise<Stall> {
  return JSON.parse(await text(connect(socketPath)));
}
