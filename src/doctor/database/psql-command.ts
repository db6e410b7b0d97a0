import { escapeIdentifier } from 'pg';
import { shellWord } from '../shell-word.ts';

/** A command for a shell that runs SQL as whoever may; both parts are quoted for it. */
export function psqlCommand(database: string, sql: string): string {
  return `psql --dbname=${shellWord(database)} --command=${shellWord(sql)}`;
}

/** A name in SQL, as it stands there. */
export const sqlName = escapeIdentifier;
