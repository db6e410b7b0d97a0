const steps = [0.25, 0.5, 0.75];

/** The highest step that is reached, for a screen reader to hear each once; 0 before the first. */
export function announcedStep(fraction: number): number {
  return steps.findLast((step) => fraction >= step) ?? 0;
}
