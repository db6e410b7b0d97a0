import { useEffect, useRef, useState } from 'preact/hooks';
import type { CommissionClient, Opening } from '../../../client/src/commission-client.ts';
import type { Draft } from '../draft/draft.ts';
import type { Interruption } from '../studio/interruption.ts';
import type { LoadedOffer } from './offer.ts';

/** A look that takes longer is given up: the service takes the request whatever it would have said. */
const longestLookMs = 5000;
/** The longest wait that a timer can have is 24 days. */
const longestTimerMs = 2 ** 31 - 1;

export interface OpeningWatch {
  /** Why the last attempt to send ended before it began, or null. */
  readonly interruption: Interruption | null;
  /** Resolves with false when the studio has closed meanwhile, and says so. */
  maySend(draft: Draft): Promise<boolean>;
  look(): Promise<Opening | null>;
}

/** Looks again whether the studio is open: when the page gets the focus, when it opens or closes, and before sending. */
export function useOpening(client: CommissionClient, { offer, reopen }: LoadedOffer): OpeningWatch {
  const [interruption, setInterruption] = useState<Interruption | null>(null);
  const opening = offer?.catalogue.opening;
  const latest = useRef(look);
  latest.current = look;

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
    const times = [opening?.opensAt, opening?.closesAt].map((at) => Date.parse(at ?? '') - Date.now());
    const timers = times
      .filter((ms) => ms > 0 && ms < longestTimerMs)
      .map((ms) => setTimeout(() => void latest.current(), ms + 1000));
    return () => timers.forEach(clearTimeout);
  }, [opening?.opensAt, opening?.closesAt]);

  return {
    interruption,
    look,
    async maySend(draft) {
      if (!opening || !offer?.studio) return true;
      const now = await look();
      const found = now && offer.studio.interruptionOf(opening, now, draft);
      setInterruption(found);
      return found === null;
    },
  };
}
