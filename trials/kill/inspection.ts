import type { Findings } from './findings.ts';
import type { Ledger } from './ledger.ts';
import { untilQuiet } from './quiet.ts';
import { compareStores, type StoreContents } from './store-comparison.ts';
import type { WebhookWatch } from './webhook-watch.ts';

export interface Inspected {
  readonly storeContents: StoreContents;
  /** Null when no channel receives deliveries. */
  readonly webhookWatch: WebhookWatch | null;
  readonly ledger: Ledger;
  readonly findings: Findings;
  /** Returns the lines of the services' logs about a request. */
  linesAbout(requestId: string): string[];
  /** Resolves with the number of temporary files that have not been removed. */
  spooledFiles(): Promise<number>;
  /** Resends the submissions that were stored with a key. Resolves with the number of resent submissions so far. */
  resendStored(): Promise<number>;
}

export interface Inspection {
  /** Completely stored submissions without a key and without a response. */
  readonly wholeUnanswered: number;
  /** Submissions that were resent with their key without others in progress. */
  readonly resent: number;
}

/**
 * Compares everything sent with everything stored. Runs after recovery has finished and customers have requested their
 * receipts again. No submission may be in progress any more.
 */
export async function inspect(inspected: Inspected): Promise<Inspection> {
  const { storeContents, webhookWatch, ledger, findings, linesAbout, spooledFiles, resendStored } = inspected;
  const left = await untilQuiet(storeContents.pool);
  if (left.length > 0) findings.violation('Recovery does not come to its end', left);
  const resent = await resendStored();
  const { violations, wholeUnanswered } = await compareStores(storeContents, ledger);
  for (const { text, evidence, requestId } of violations) {
    findings.violation(text, [...evidence, ...(requestId ? linesAbout(requestId) : [])]);
  }
  for (const text of (await webhookWatch?.faults()) ?? []) findings.violation(text);
  const spooled = await spooledFiles();
  if (spooled > 0) findings.violation(`${spooled} temporary files are left`);
  return { wholeUnanswered, resent };
}
