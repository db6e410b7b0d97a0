import { escapeIdentifier } from 'pg';

/** Returns a shell command that runs each SQL by psql. All arguments are quoted for the shell. */
export function psqlCommand(database: string, ...sql: readonly string[]): string {
  return [`psql --dbname=${shellWord(database)}`, ...sql.map((text) => `--command=${shellWord(text)}`)].join(' ');
}

/** Returns a name as an SQL identifier. */
export const sqlName = escapeIdentifier;

/** Returns a text as one word of a shell command, quoted when necessary. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
