import { print } from './print.ts';

/** A failure after which something holds that its reader must know: what was made, or that nothing was. */
export class HoldingError extends Error {
  override readonly name: string = 'HoldingError';
  /** A clause for the end of the message. */
  readonly holds: string;

  constructor(cause: unknown, holds: string) {
    super(holds, { cause });
    this.holds = holds;
  }
}

/** What was made exists, but could not be printed. */
export class UnprintedError extends HoldingError {
  override readonly name = 'UnprintedError';
}

/** As `print`, for what was made and cannot be shown again. @throws {UnprintedError} which tells what exists */
export async function printMade(text: string, signal: AbortSignal, holds: string): Promise<void> {
  try {
    await print(text, signal);
  } catch (error) {
    throw new UnprintedError(error, holds);
  }
}
