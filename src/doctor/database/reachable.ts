import { ok } from '../finding.ts';
import type { DatabaseQuestion } from './session.ts';

const text = 'select current_user as role, current_database() as database';

/** Checks that the database gives a session at all. */
export const reachableQuestion: DatabaseQuestion = {
  name: 'database.reachable',
  // The readiness of the service reports it.
  quick: false,
  async ask(client) {
    const { rows } = await client.query<{ role: string; database: string }>(text);
    return rows.map(({ role, database }) => ok(`The user ${role} can connect to the database ${database}`));
  },
};
