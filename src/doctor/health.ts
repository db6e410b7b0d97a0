import type { CheckReport } from './examine.ts';

/** The findings of the checks in a running service. */
export interface Health {
  readonly checkedAt: Date;
  /** Of the service. */
  readonly version: string;
  /** In the order of the checks. */
  readonly checks: readonly CheckReport[];
}
