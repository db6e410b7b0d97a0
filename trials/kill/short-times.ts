export const leaseMs = 3000;

export const graceMs = 6000;

/** How long a late call is on its way at most: beyond the lease mostly, and never beyond the grace period behind it. */
export const maxLateMs = leaseMs + graceMs - 3500;

/** Longer than the lease goes without being renewed, and shorter than one upload may take. */
export const stallMs = leaseMs / 3 + 300;

/** Of the service's environment: short, so that recovery keeps up with the kills. */
export const shortTimes = {
  TIME_LIMITS: `leaseMs=${leaseMs},putMs=${leaseMs - 200},sweepIntervalMs=200,graceMs=${graceMs}`,
};
