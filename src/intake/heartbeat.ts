import { PartFailedError } from '../failure/part-failed-error.ts';
import type { Claim, Leases } from '../journal/intent-journal.ts';

/** Keeps the lease of an upload under way. */
export interface Heartbeat {
  /** Aborted as soon as the upload may no longer be ours. */
  readonly signal: AbortSignal;
  stop(): void;
}

/**
 * Renews the lease three times in its length. A claim that is lost, or a lease that may have run out because the
 * database did not respond, aborts the upload: another process may be deleting its objects already.
 */
export function startHeartbeat(claim: Claim, leases: Leases, leaseMs: number): Heartbeat {
  const lost = new AbortController();
  let renewedAt = performance.now();
  const timer = setInterval(() => void beat(), leaseMs / 3);

  async function beat(): Promise<void> {
    // The lease is counted from before the statement is sent: the database's count begins later, never earlier.
    const sentAt = performance.now();
    try {
      if ((await leases.renew(claim)) === 'renewed') renewedAt = sentAt;
      else lose();
    } catch {
      if (performance.now() - renewedAt >= leaseMs) lose();
    }
  }

  function lose(): void {
    clearInterval(timer);
    lost.abort(leaseLost());
  }

  return { signal: lost.signal, stop: () => clearInterval(timer) };
}

/** The failure of an upload that another process may have taken over. */
export function leaseLost(): PartFailedError {
  return new PartFailedError('database', new Error('The upload was given up: its lease had run out'));
}
