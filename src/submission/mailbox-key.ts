import { domainToASCII } from 'node:url';

/**
 * Returns one spelling for all addresses of a mailbox: the domain in punycode, the local part in lower case, by Unicode's
 * compatibility form (NFKC), without characters that have no shape.
 * @param address an address that `emailPattern` matches
 */
export function mailboxKey(address: string): string {
  const spelled = address.trim();
  const at = spelled.lastIndexOf('@');
  const domain = spelled.slice(at + 1);
  const local = spelled.slice(0, at).normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return `${local.toLowerCase().normalize('NFKC')}@${domainToASCII(domain) || domain.toLowerCase()}`;
}
