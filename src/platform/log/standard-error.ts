import { isJournal, withPriority } from './journal.ts';

/** Writes the reason of a failure on standard error. In the journal it has the priority of an error. */
export function printFailure(text: string): void {
  process.stderr.write(isJournal(process.stderr.fd) ? withPriority('error', text) : text);
}
