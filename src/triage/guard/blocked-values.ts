import { blockableNetwork } from '../../intake/submission/client-network.ts';
import { domainForms, personKey } from '../../intake/submission/mailbox.ts';
import { emailPattern } from '../../platform/shapes/email-pattern.ts';
import type { BlockKind } from './block-shape.ts';

/** A value as it is shown, and in the form in which it is compared. */
interface BlockedValue {
  readonly value: string;
  readonly compared: string;
}

/** Reads a value of a kind as people write it. Returns null for a value that no request can have. */
export function readBlocked(kind: BlockKind, written: string): BlockedValue | null {
  const text = written.trim().replace(/\.$/, '');
  switch (kind) {
    case 'email': {
      const value = text
        .replace(/^[^<>]*<([^<>]*)>$/, '$1')
        .replace(/^mailto:([^?]*).*$/i, '$1')
        .trim();
      // A mark for all addresses of a domain blocks no address as a local part.
      return emailPattern.test(value) && !/^[*?%.]+@/.test(value) ? { value, compared: personKey(value) } : null;
    }
    case 'domain': {
      const value = text.replace(/^(?:\*?[@.])+/, '');
      const compared = domainForms(`@${value}`).ascii.replace(/\.$/, '');
      // Else a path and a local part are dropped without a word, and an escape is read.
      const isDomain = !/[/\\?#%@]/.test(value) && emailPattern.test(`a@${compared}`);
      return isDomain ? { value, compared } : null;
    }
    case 'network': {
      const compared = blockableNetwork(text);
      return compared === null ? null : { value: text, compared };
    }
  }
}

/** Returns the compared values of a sender's address: with its domain the domains that it belongs to. */
export function valuesOf(email: string): readonly (readonly [BlockKind, string])[] {
  const { ascii } = domainForms(email.trim());
  const labels = ascii.split('.');
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  return [['email', personKey(email)], ...domains.map((domain) => ['domain', domain] as const)];
}
