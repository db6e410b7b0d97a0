import type { ServiceUnderTrial } from '../service/service-under-trial.ts';

/** A response that was read to its end. */
export interface Reading {
  readonly bytes: number;
  readonly seconds: number;
  /** The resident memory of the process before the response was requested, and its peak meanwhile. */
  readonly beforeMiB: number;
  readonly peakMiB: number;
  readonly headers: Headers;
}

const lookEveryBytes = 4 * 1024 * 1024;

/** Reads a response to its end, and reads the memory of the process meanwhile. */
export async function readWatched(
  { residentMiB }: ServiceUnderTrial,
  request: () => Promise<Response>,
  onChunk: (chunk: Uint8Array) => unknown = () => {},
): Promise<Reading> {
  const beforeMiB = await residentMiB();
  const startedAt = performance.now();
  const { body, headers } = await request();
  let [bytes, peakMiB, nextLook] = [0, beforeMiB, 0];
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    await onChunk(chunk);
    if (bytes < nextLook) continue;
    peakMiB = Math.max(peakMiB, await residentMiB());
    nextLook = bytes + lookEveryBytes;
  }
  return { bytes, seconds: (performance.now() - startedAt) / 1000, beforeMiB, peakMiB, headers };
}
