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

/** Returns the promise that a figure stays below its bound. */
export function staysUnder(what: string, figure: number, bound: number, unit = 'MiB'): Promised {
  const promise = `${what}: ${Number(figure.toFixed(1))} ${unit} is under ${bound} ${unit}`;
  return { promise, kept: figure < bound };
}
