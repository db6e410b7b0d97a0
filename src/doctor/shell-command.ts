import { escapeIdentifier } from 'pg';

/** Returns a shell command that runs the SQL by psql. Both arguments are quoted for the shell. */
export function psqlCommand(database: string, sql: string): string {
  return `psql --dbname=${shellWord(database)} --command=${shellWord(sql)}`;
}

/** Returns a name as an SQL identifier. */
export const sqlName = escapeIdentifier;

/** Returns a text as one word of a shell command, quoted when necessary. */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
