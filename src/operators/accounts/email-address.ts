import { domainForms } from '../../customers/submission/mailbox.ts';

/**
 * Returns the form in which accounts' e-mail addresses are compared: trimmed, lower case, Unicode NFC, the domain in
 * Unicode. Local parts that only look the same stay apart, because a provider may give them to different people.
 */
export function emailKey(email: string): string {
  const { local, unicode } = domainForms(email.trim());
  return `${local.normalize('NFC').toLowerCase()}@${unicode}`;
}

/** Returns the keys that an account of this address may have: releases before kept the domain as it was written. */
export function emailKeys(email: string): readonly string[] {
  const { local, ascii } = domainForms(email.trim());
  const written = email.trim().normalize('NFC').toLowerCase();
  return [...new Set([written, emailKey(email), `${local.normalize('NFC').toLowerCase()}@${ascii}`])];
}
