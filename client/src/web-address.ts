/** Returns an absolute http or https address, or null. Other schemes are not safe in a link. */
export function webAddress(text: string, base: string): string | null {
  try {
    const { href, protocol } = new URL(text, base);
    return /^https?:$/.test(protocol) ? href : null;
  } catch {
    return null;
  }
}
