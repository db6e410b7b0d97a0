import type { Finding } from './check.ts';

/** What the host does about a finding: a sentence, and a command where there is one. */
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
