import { createHash } from 'node:crypto';
import type { SentCommissionForm } from './commission-form.ts';

/** The judge's input after the 201, which decides on holding and on lateness. */
export type Judging = 'guard' | 'opening';

/** The sender's data for the judge. Only the network is kept afterwards, as a keyed hash. */
export interface GuardedArrival {
  /** Absent after a restore: a back-up leaves it out. */
  readonly address?: string;
  /** When the form began to arrive, RFC 3339. */
  readonly began: string;
  readonly proof: string | null;
  /** SHA-256 of `code` in lower-case hex, as API tokens are stored. */
  readonly codeHash: string | null;
}

/** The data that is stored with a request for the judge. */
export type JudgedBy =
  | { readonly judging: 'guard'; readonly guard: GuardedArrival }
  /** The keyed hash of the network, or null when no limit counts by network or the key cannot be read. */
  | { readonly judging: 'opening' | null; readonly guard: { readonly network: string } | null };

export const notJudged: JudgedBy = { judging: null, guard: null };

export function guardedArrival(address: string, began: Date, form: SentCommissionForm | null): GuardedArrival {
  const { proof = null, code = null } = form ?? {};
  const codeHash = code && createHash('sha256').update(code).digest('hex');
  return { address, began: began.toISOString(), proof, codeHash };
}
