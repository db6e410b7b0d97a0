/** Returns the form in which accounts' e-mail addresses are compared: trimmed, lower case, Unicode NFC. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
