import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { networkOf } from '../../customers/submission/client-network.ts';
import { domainForms, personKey } from '../../customers/submission/mailbox.ts';
import type { BlockKind } from './block-shape.ts';

/** Returns the form in which values of a kind are compared, or null for what is none. */
export function comparedValue(kind: BlockKind, value: string): string | null {
  switch (kind) {
    case 'email':
      return value.includes('@') ? personKey(value) : null;
    case 'domain':
      return domainToASCII(value.replace(/^@/, '').toLowerCase()) || null;
    case 'network':
      return comparedNetwork(value);
  }
}

/** The networks that are told apart are /24 and /48, so a smaller one stands for its whole. */
function comparedNetwork(value: string): string | null {
  const address = value.replace(/\/\d+$/, '');
  return isIP(address) === 0 ? null : networkOf(address.toLowerCase());
}

/** Returns the compared values of a sender's address: with its domain the domains that it belongs to. */
export function valuesOf(email: string): readonly (readonly [BlockKind, string])[] {
  const { ascii } = domainForms(email.trim());
  const labels = ascii.split('.');
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  return [['email', personKey(email)], ...domains.map((domain) => ['domain', domain] as const)];
}
