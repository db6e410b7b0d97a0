import type { ClientBase } from 'pg';
import { type CopyStreamQuery, type CopyToStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Returns the stream of rows of a `copy … to stdout` statement, in the text format. */
export function copyOut(client: ClientBase, text: string): CopyToStreamQuery {
  return withoutTimer(client.query(copyTo(text)));
}

/** Returns the stream that takes the rows of a `copy … from stdin` statement, in the text format. */
export function copyIn(client: ClientBase, text: string): CopyStreamQuery {
  return withoutTimer(client.query(copyFrom(text)));
}

/** Ends the timer that `pg` starts for every query. These streams never end it, and it would keep the process alive. */
function withoutTimer<T extends CopyStreamQuery | CopyToStreamQuery>(stream: T): T {
  const timed: T & { callback?: () => void } = stream;
  stream.once('close', () => timed.callback?.());
  return stream;
}

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
