import { PartFailedError } from '../../platform/failure/errors.ts';
import type { Claim, IntentJournal } from '../journal/intent-journal.ts';

/**
 * Keeps the lease of a running upload alive: renews it three times per lease period. Aborts `signal` when the claim is
 * lost, or when the lease may have expired because the database did not respond: another process may already be
 * deleting the objects.
 */
export function startHeartbeat(claim: Claim, leases: Pick<IntentJournal, 'renew'>, leaseMs: number) {
  const lost = new AbortController();
  let renewedAt = performance.now();
  const timer = setInterval(() => void beat(), leaseMs / 3);

  async function beat(): Promise<void> {
    // Counts the lease from before the statement is sent. The database starts its own count later, never earlier.
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

/** Creates the failure of an upload that another process may have taken over. */
export function leaseLost(): PartFailedError {
  return new PartFailedError('database', new Error('The upload was given up: its lease had run out'));
}
