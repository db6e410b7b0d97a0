/** The form in which two e-mail addresses of accounts are compared: without case, in Unicode's composed form. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
