/** Something that the service promises, and whether it was kept. */
export interface Promised {
  readonly promise: string;
  readonly kept: boolean;
}

/** Prints what was promised; a promise that was not kept makes the command fail. */
export function conclude(promises: readonly Promised[]): void {
  for (const { promise, kept } of promises) console.log(`${kept ? 'kept  ' : 'BROKEN'}  ${promise}`);
  if (promises.some(({ kept }) => !kept)) process.exitCode = 1;
}
