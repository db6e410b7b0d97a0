export interface MailText {
  readonly address: string;
  readonly subject: string;
  readonly body: string;
}

/** A `mailto:` address (RFC 6068). What a stranger typed can add no field to it. */
export function mailLink({ address, subject, body }: MailText): string {
  const to = encodeURIComponent(address).replaceAll('%40', '@');
  return `mailto:${to}?subject=${field(subject)}&body=${field(body)}`;
}

/** Line breaks of a mail are CRLF. */
function field(text: string): string {
  return encodeURIComponent(text.replace(/\r\n|\r|\n/g, '\r\n'));
}
