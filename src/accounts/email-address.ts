import { domainForms } from '../intake/submission/mailbox.ts';

/**
 * Returns the form in which accounts' e-mail addresses are compared: trimmed, lower case, Unicode NFC, the domain in
 * Unicode. Local parts that only look the same stay apart, because a provider may give them to different people.
 */
export function emailKey(email: string): string {
  const { local, unicode } = domainForms(email.trim());
  return `${local.normalize('NFC').toLowerCase()}@${unicode}`;
}
