/** The verdict of a check: `ok`, `warning` (works, but not for long or not well), `wrong`, or `skipped`. */
export type Verdict = 'ok' | 'warning' | 'wrong' | 'skipped';

export interface Finding {
  readonly verdict: Verdict;
  /** The observation as one sentence, without credentials. */
  readonly found: string;
  /** The action for the host as one sentence. Present unless the verdict is `ok` or `skipped`. */
  readonly remedy?: string;
  /** The remedy as a command for a shell, where there is one. */
  readonly command?: string;
}

/** One small question about the machine, the configuration or a part that the service needs. */
export interface Check {
  /** Unique, `<part>.<question>`: `database.rights`. */
  readonly name: string;
  /** Cheap enough for the start of the service: the quick checks together take at most 300 ms. */
  readonly quick: boolean;
  /** Rejects when the check could not run. The report then says `wrong` with the reason. */
  run(signal: AbortSignal): Promise<readonly Finding[]>;
  /** Fixes the problems that are safe to fix. Resolves with one sentence for each fix. */
  fix?(signal: AbortSignal): Promise<readonly string[]>;
}

/** The remedy for a finding: a sentence, and a command where there is one. */
interface Remedy {
  readonly remedy: string;
  readonly command?: string;
}

export const ok = (found: string): Finding => ({ verdict: 'ok', found });

export const skipped = (found: string): Finding => ({ verdict: 'skipped', found });

export const warning = (found: string, remedy: Remedy): Finding => ({ verdict: 'warning', found, ...remedy });

export const wrong = (found: string, remedy: Remedy): Finding => ({ verdict: 'wrong', found, ...remedy });

/** Returns the clause with a capital letter. */
export const sentence = (clause: string): string => clause.charAt(0).toUpperCase() + clause.slice(1);

/** Returns a size for people, rounded down: `512 MiB`. */
export function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 ** 2)} MiB`;
}
