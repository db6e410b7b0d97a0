import { domainToASCII } from 'node:url';

/**
 * Returns one spelling for all addresses of a mailbox: lower case, composed letters (NFC), the domain in punycode.
 * @param address an address that `emailPattern` matches
 */
export function mailboxKey(address: string): string {
  const spelled = address.trim().toLowerCase().normalize('NFC');
  const at = spelled.lastIndexOf('@') + 1;
  const domain = spelled.slice(at);
  return spelled.slice(0, at) + (domainToASCII(domain) || domain);
}
