import type { Findings } from './findings.ts';
import type { Ledger } from './ledger.ts';
import { untilQuiet } from './quiet.ts';
import { type Stock, takeStock } from './stock.ts';
import type { Told } from './told.ts';

export interface Inspected {
  readonly stock: Stock;
  /** Null where no channel is told. */
  readonly told: Told | null;
  readonly ledger: Ledger;
  readonly findings: Findings;
  /** Lines of the services' logs about a request. */
  linesAbout(requestId: string): string[];
  /** Temporary files that have not been removed. */
  spooledFiles(): Promise<number>;
  /** Sends what was stored under a key once more; gives of how many submissions so far. */
  askAgain(): Promise<number>;
}

export interface Inspection {
  /** Submissions without a key that were not answered and are stored whole. */
  readonly wholeUnanswered: number;
  /** Submissions that were sent once more under their key, at rest. */
  readonly askedAgain: number;
}

/**
 * Compares all that was sent with all that is stored once recovery is through and customers have asked for their
 * receipts again; nothing may be under way any more.
 */
export async function inspect(inspected: Inspected): Promise<Inspection> {
  const { stock, told, ledger, findings, linesAbout, spooledFiles, askAgain } = inspected;
  const left = await untilQuiet(stock.pool);
  if (left.length > 0) findings.violation('Recovery does not come to its end', left);
  const askedAgain = await askAgain();
  const { violations, wholeUnanswered } = await takeStock(stock, ledger);
  for (const { text, evidence, requestId } of violations) {
    findings.violation(text, [...evidence, ...(requestId ? linesAbout(requestId) : [])]);
  }
  for (const text of (await told?.faults()) ?? []) findings.violation(text);
  const spooled = await spooledFiles();
  if (spooled > 0) findings.violation(`${spooled} temporary files are left`);
  return { wholeUnanswered, askedAgain };
}
