const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The values of a line of PostgreSQL's COPY in its text format (manual, COPY, "Text Format"); null is `\N`. */
export function parseCopyLine(line: string): readonly (string | null)[] {
  return line.split('\t').map((value) => (value === '\\N' ? null : unescaped(value)));
}

/** A line of them, with its line feed. */
export function copyLine(values: readonly string[]): string {
  return `${values.map(escaped).join('\t')}\n`;
}

function unescaped(value: string): string {
  return value.replace(/\\(.)/gs, (_, character: string) => escapes[character] ?? character);
}

function escaped(value: string): string {
  return value.replace(/[\b\f\n\r\t\v\\]/g, (character) => {
    const [letter = character] = Object.entries(escapes).find(([, escaped]) => escaped === character) ?? [];
    return `\\${letter}`;
  });
}
