/** The content of `service_state.restoring`: a restore that has begun and not ended. */
interface RestoreMark {
  /** The digest of the manifest. */
  readonly sha256: string;
  readonly generation: string;
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
  const [sha256 = '', generation = '', filled] = text.split(' ');
  return { sha256, generation, isFilled: filled !== undefined };
}

/** Returns the arguments and options with which `commissions restore` continues. */
export function continuingCall({ generation }: RestoreMark): string {
  return `commissions restore with the same folder, --generation ${generation} and its other options`;
}
