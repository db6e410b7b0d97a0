import { print } from './print.ts';

/** A failure whose message must also state what was created before it, or that nothing was created. */
export class HoldingError extends Error {
  override readonly name: string = 'HoldingError';
  /** A clause for the end of the message. */
  readonly holds: string;

  constructor(cause: unknown, holds: string) {
    super(holds, { cause });
    this.holds = holds;
  }
}

/** Something was created, but could not be printed. */
export class UnprintedError extends HoldingError {
  override readonly name = 'UnprintedError';
}

/** Like `print`, for a secret that cannot be shown again. @throws {UnprintedError} whose message says what exists */
export async function printMade(text: string, signal: AbortSignal, holds: string): Promise<void> {
  try {
    await print(text, signal);
  } catch (error) {
    throw new UnprintedError(error, holds);
  }
}
