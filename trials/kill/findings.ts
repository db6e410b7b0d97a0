/** The violations that a trial found. */
export interface Findings {
  readonly isClean: boolean;
  violation(text: string, evidence?: readonly string[]): void;
}

/** Records a rejection of `work` as a violation. The trial continues. */
export async function expectTo(what: string, work: Promise<void>, findings: Findings): Promise<void> {
  await work.catch((error: Error) => findings.violation(`${what}: ${error.message}`));
}

const shownViolations = 20;
const shownEvidence = 12;
const shownCharacters = 2000;

/** Prints each violation at once, because a long trial may be interrupted. */
export function createFindings(say: (line: string) => void): Findings {
  let count = 0;
  return {
    get isClean() {
      return count === 0;
    },
    violation(text, evidence = []) {
      count += 1;
      if (count > shownViolations) return;
      say(`VIOLATION ${text}`);
      for (const line of evidence.slice(0, shownEvidence)) say(`  ${line.slice(0, shownCharacters)}`);
    },
  };
}
