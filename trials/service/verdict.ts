/** A promise of the service, and whether it was kept. */
export interface Promised {
  readonly promise: string;
  readonly kept: boolean;
}

/** Prints the promises. A broken promise makes the command fail. */
export function conclude(promises: readonly Promised[]): void {
  for (const { promise, kept } of promises) console.log(`${kept ? 'kept  ' : 'BROKEN'}  ${promise}`);
  if (promises.some(({ kept }) => !kept)) process.exitCode = 1;
}
