const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** An @, a scheme, a domain or an IP address. IDNA also takes the ideographic full stop for a dot. */
const address =
  /@|:\/\/|\b(?:https?|mailto):|[\p{L}\p{N}\p{M}]\s*[.。][\p{L}\p{M}]{2,}|\d{1,3}(?:[.。]\d{1,3}){3}|\[[\da-f]*:[\da-f:.]*\]/iu;

/** Returns whether the text has no address in it, as a name in public must not have one (S20). */
export function isQueueName(text: string): boolean {
  return !address.test(text.replace(invisible, '').normalize('NFKC'));
}

/** Returns the name in one line, without characters that reorder or hide text. Empty for a text with an address in it. */
export function shownQueueName(text: string | undefined): string {
  const line = (text ?? '').replace(/[\p{C}\s]+/gu, ' ').trim();
  return isQueueName(text ?? '') && isQueueName(line) ? line : '';
}
