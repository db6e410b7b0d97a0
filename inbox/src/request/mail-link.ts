export interface MailText {
  readonly address: string;
  readonly subject: string;
  readonly body: string;
}

/**
 * Returns a `mailto:` address (RFC 6068). All parts are encoded, so that a customer's text cannot add header fields.
 */
export function mailLink({ address, subject, body }: MailText): string {
  const to = encodeURIComponent(address).replaceAll('%40', '@');
  return `mailto:${to}?subject=${field(subject)}&body=${field(body)}`;
}

/** Encodes a field. Line breaks in mails are CRLF. */
function field(text: string): string {
  return encodeURIComponent(text.replace(/\r\n|\r|\n/g, '\r\n'));
}
