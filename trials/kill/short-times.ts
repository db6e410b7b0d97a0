export const leaseMs = 3000;

export const graceMs = 6000;

/** The longest delay of a late call: usually longer than the lease, and never longer than the grace period after it. */
export const maxLateMs = leaseMs + graceMs - 3500;

/** Longer than the renewal interval of the lease, and shorter than the limit of one upload. */
export const stallMs = leaseMs / 3 + 300;

/** Variables for the service. The times are short, so that recovery keeps up with the kills. */
export const shortTimes = {
  TIME_LIMITS: `leaseMs=${leaseMs},putMs=${leaseMs - 200},sweepIntervalMs=200,graceMs=${graceMs}`,
};
