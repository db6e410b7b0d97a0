import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CommissionClient, Opening } from '../../../client/src/commission-client.ts';
import type { Draft } from '../draft/draft.ts';
import type { Interruption } from '../studio/interruption.ts';
import type { LoadedOffer } from './offer.ts';

/** A check that takes longer is given up: the service takes the request in any case. */
const longestLookMs = 5000;
/** Added to a time of the studio, so that the clock of the service has passed it too. */
const afterTimeMs = 1000;
/** Until the service itself says so: before, a cache may answer for it. */
const againMs = 10_000;
/** The longest wait that a timer can have is 24 days. */
const longestTimerMs = 2 ** 31 - 1;

export interface OpeningWatch {
  /** Why the last attempt to send ended before it began, or null. */
  readonly interruption: Interruption | null;
  /** Resolves with false when the studio has closed meanwhile, and says so. */
  maySend(draft: Draft): Promise<boolean>;
  look(): Promise<Opening | null>;
  /** How far the clock of the service is ahead of this device's. */
  readonly aheadMs: number;
}

/** Checks again whether the studio is open: when the page gets the focus, when it opens or closes, and before sending. */
export function useOpening(client: CommissionClient, { offer, reopen }: LoadedOffer): OpeningWatch {
  const [interruption, setInterruption] = useState<Interruption | null>(null);
  const [timedLooks, setTimedLooks] = useState(0);
  const opening = offer?.catalogue.opening;
  const latest = useRef(look);
  latest.current = look;
  // This device's clock may be slow or fast.
  const aheadMs = useMemo(() => Date.parse(opening?.now ?? '') - Date.now() || 0, [opening]);

  async function look(): Promise<Opening | null> {
    const result = await client.availability({ signal: AbortSignal.timeout(longestLookMs), retries: 0 });
    if (!result.ok) return null;
    reopen(result.value);
    if (result.value.state === 'open') setInterruption(null);
    return result.value;
  }

  useEffect(() => {
    if (opening === undefined) return;
    const lookIfShown = () => {
      if (document.visibilityState === 'visible') void latest.current();
    };
    window.addEventListener('focus', lookIfShown);
    document.addEventListener('visibilitychange', lookIfShown);
    return () => {
      window.removeEventListener('focus', lookIfShown);
      document.removeEventListener('visibilitychange', lookIfShown);
    };
  }, [opening === undefined]);

  useEffect(() => {
    const lookByTime = async () => {
      if (document.visibilityState === 'visible') await latest.current();
      setTimedLooks((count) => count + 1);
    };
    const timers = [opening?.opensAt, opening?.closesAt]
      .map((at) => Date.parse(at ?? '') - Date.now() - aheadMs)
      .filter((ms) => ms < longestTimerMs)
      .map((ms) => setTimeout(lookByTime, ms > 0 ? ms + afterTimeMs : againMs));
    return () => timers.forEach(clearTimeout);
  }, [opening?.opensAt, opening?.closesAt, timedLooks]);

  return {
    interruption,
    look,
    aheadMs,
    async maySend(draft) {
      if (!opening || !offer?.studio) return true;
      const now = await look();
      const found = now && offer.studio.interruptionOf(opening, now, draft);
      setInterruption(found);
      return found === null;
    },
  };
}
