import { escapeIdentifier } from 'pg';
import { shellWord } from '../shell-word.ts';

/** Returns a shell command that runs the SQL by psql. Both arguments are quoted for the shell. */
export function psqlCommand(database: string, sql: string): string {
  return `psql --dbname=${shellWord(database)} --command=${shellWord(sql)}`;
}

/** Returns a name as an SQL identifier. */
export const sqlName = escapeIdentifier;
