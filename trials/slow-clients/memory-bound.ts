/** Returns the bound that ARCHITECTURE.md states, in MiB, for the default `MAX_UPLOADS`. */
export function memoryBoundMiB(spoolMiB: number, maxConnections: number): number {
  const processMiB = 160;
  const maxUploads = 128;
  return processMiB + 3 * spoolMiB + 1.25 * maxUploads + maxConnections / 8;
}
