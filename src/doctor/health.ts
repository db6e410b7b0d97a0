import type { CheckReport } from './examine.ts';

/** What the checks found in a running service. */
export interface Health {
  readonly checkedAt: Date;
  /** Of the service. */
  readonly version: string;
  /** In the order of the checks. */
  readonly checks: readonly CheckReport[];
}
