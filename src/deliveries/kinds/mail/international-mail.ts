import type { Mailbox } from './mail-settings.ts';
import { MailError, type OutgoingMail } from './mail-transport.ts';

/** A mail for a server without SMTPUTF8, with the addresses of the recipients that it leaves out. */
interface AsciiMail {
  readonly mail: OutgoingMail;
  readonly leftOut: readonly string[];
}

/** Whether an address of the mail has a local part beyond ASCII, which only SMTPUTF8 carries (RFC 6531). */
export function needsUtf8({ from, message: { to, replyTo } }: OutgoingMail): boolean {
  return [from, ...to].some(isInternational) || (replyTo !== null && isInternational(replyTo));
}

/**
 * Returns the mail without the `Reply-To` and the recipients that a server without SMTPUTF8 could not take.
 * @throws {MailError} when no recipient is left, or the sender needs SMTPUTF8
 */
export function withoutUtf8(mail: OutgoingMail): AsciiMail {
  const { from, message } = mail;
  if (isInternational(from)) throw unsupported('the address in MAIL_FROM needs', { isFinal: false });
  const to = message.to.filter((recipient) => !isInternational(recipient));
  if (to.length === 0) throw unsupported('the address of the recipient needs', { isFinal: true });
  const replyTo = message.replyTo && isInternational(message.replyTo) ? null : message.replyTo;
  const leftOut = message.to.filter(isInternational).map(({ address }) => address);
  return { mail: { ...mail, message: { ...message, to, replyTo } }, leftOut };
}

/** A domain does not need SMTPUTF8, because it travels in punycode. */
function isInternational({ address }: Mailbox): boolean {
  return /\P{ASCII}/u.test(address.slice(0, address.lastIndexOf('@')));
}

/** The host can correct `MAIL_FROM`. The address of a recipient stays as it is. */
function unsupported(what: string, { isFinal }: { readonly isFinal: boolean }): MailError {
  return new MailError(new Error(`The mail server does not offer SMTPUTF8, which ${what}`), {
    status: null,
    response: null,
    isUncertain: false,
    isFinal,
    isOfRecipients: isFinal,
    needsUtf8: true,
  });
}
