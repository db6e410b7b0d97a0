const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * What stands in each element of this name, markup and all, in their order. Enough for the answers of S3: their
 * elements have no attributes but the root's, no element contains one of its own name, and there are no CDATA sections.
 */
export function elements(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?(?:/>|>(.*?)</${name}>)`, 'gs');
  return Array.from(xml.matchAll(pattern), ([, content = '']) => content);
}

/** The text of the first element of this name; empty when there is none. */
export function elementText(xml: string, name: string): string {
  const [content = ''] = elements(xml, name);
  return content.replace(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(\w+));/g, (reference, hex, decimal, entity) => {
    if (entity) return named[entity] ?? reference;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
}
