import { domainToASCII, domainToUnicode } from 'node:url';

/** An e-mail address with its domain in both forms of internationalized domain names, in lower case (RFC 5890). */
interface DomainForms {
  /** As it was written. */
  readonly local: string;
  /** With letters of any script: `müller.example`. */
  readonly unicode: string;
  /** As the network transports it: `xn--mller-kva.example`. */
  readonly ascii: string;
}

/** Splits the address at its last `@`. A domain that is not valid by UTS 46 has its lower case as both forms. */
export function domainForms(address: string): DomainForms {
  const at = address.includes('@') ? address.lastIndexOf('@') : address.length;
  const domain = address.slice(at + 1);
  const ascii = domainToASCII(domain);
  const lowerCase = domain.normalize('NFKC').toLowerCase();
  return {
    local: address.slice(0, at),
    unicode: ascii === '' ? lowerCase : domainToUnicode(ascii),
    ascii: ascii === '' ? lowerCase : ascii,
  };
}

/**
 * Returns the form in which customers' addresses are compared. Addresses of one mailbox have the same: the domain by
 * UTS 46, the local part in lower case, by Unicode's compatibility form (NFKC), without characters that have no shape.
 * By RFC 5321 a host may distinguish `Zoe@` and `zoe@`, but hardly any does, and a person writes both.
 */
export function mailboxKey(address: string): string {
  const { local, unicode } = domainForms(address.trim());
  const folded = local
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase();
  return `${folded.normalize('NFKC')}@${unicode}`;
}

/**
 * Returns the form in which addresses of one person are compared: as `mailboxKey`, without dots and without the text
 * after a plus. Few hosts distinguish these, and a blocked person would use them.
 */
export function personKey(email: string): string {
  const key = mailboxKey(email);
  const at = key.lastIndexOf('@');
  const local = key.slice(0, at).replace(/\+.*$/, '').replaceAll('.', '');
  return `${local}@${domainForms(key).ascii}`;
}
