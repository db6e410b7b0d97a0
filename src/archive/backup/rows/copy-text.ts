const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Returns the values of a line in PostgreSQL's COPY text format (manual, COPY, "Text Format"). `\N` becomes null. */
export function parseCopyLine(line: string): readonly (string | null)[] {
  return line.split('\t').map((value) => (value === '\\N' ? null : unescaped(value)));
}

/** Returns the values as a line of that format, with its line feed. */
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
