const steps = [0.25, 0.5, 0.75];

/** Returns the highest step that the upload has reached, or 0. Each step is announced once to screen readers. */
export function announcedStep(fraction: number): number {
  return steps.findLast((step) => fraction >= step) ?? 0;
}
