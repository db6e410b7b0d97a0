import type { KeyObject } from 'node:crypto';
import { networkOf } from '../intake/submission/client-network.ts';
import type { SentCommissionForm } from '../intake/submission/commission-form.ts';
import { guardedArrival, type JudgedBy, notJudged } from '../intake/submission/guarded-arrival.ts';
import { guardModeOf } from '../studio/document/guard.ts';
import type { StudioSource } from '../studio/document/served-studio.ts';
import { readGuardKeys } from './guard/guard-keys.ts';

interface JudgedByParts {
  readonly studio: StudioSource;
  /** Confirmations by mail are counted by networks too. */
  readonly hasMail: boolean;
  /** The database's. */
  readonly secret: () => Promise<KeyObject>;
}

/** Returns the function that resolves with the judgement that a form waits for behind its 201. It never rejects. */
export function createJudgedBy({ studio, hasMail, secret }: JudgedByParts) {
  return async (address: string, began: Date, form: SentCommissionForm | null): Promise<JudgedBy> => {
    const { studio: settings } = studio.known();
    // While the studio is unknown, the judge finds out whether its guard or its opening is set.
    if (studio.current() === null || guardModeOf(settings) !== 'off') {
      return { judging: 'guard', guard: guardedArrival(address, began, form) };
    }
    const judging = settings.opening === null ? null : 'opening';
    if (judging === null && !hasMail) return notJudged;
    const keyOf = await readGuardKeys(secret).catch(() => null);
    return { judging, guard: keyOf && { network: keyOf('network', networkOf(address)) } };
  };
}
