/** The content of `service_state.restoring`: a restore that has begun and not ended. */
export interface RestoreMark {
  /** The digest of the manifest. */
  readonly sha256: string;
  /** Null in a mark that an earlier version of the program left. */
  readonly generation: string | null;
  /** Whether the tables hold the rows of the back-up. */
  readonly isFilled: boolean;
}

/** Returns the mark of a restore that has begun. */
export function begunMark(sha256: string, generation: string): string {
  return `${sha256} ${generation}`;
}

/** Returns the mark of a restore that has filled the tables. */
export function filledMark(sha256: string, generation: string): string {
  return `${begunMark(sha256, generation)} filled`;
}

export function readMark(text: string): RestoreMark {
  const [sha256 = '', ...rest] = text.split(' ');
  return { sha256, generation: rest.find((word) => word !== 'filled') ?? null, isFilled: rest.includes('filled') };
}

/** Returns the arguments and options with which `commissions restore` continues. */
export function continuingCall({ generation }: RestoreMark): string {
  if (generation === null) return 'the same commissions restore';
  return `commissions restore with the same folder, --generation ${generation} and its other options`;
}
