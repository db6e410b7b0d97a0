import { ok, skipped, warning } from '../check.ts';
import { type DatabaseQuestion, isOfEarlierTables } from '../session.ts';

const heldText = 'select restored_at as "restoredAt" from service_state where deliveries_held';

/** Checks that no restore holds the mails to owners and about the opening. */
export const heldDeliveriesQuestion: DatabaseQuestion = {
  name: 'backup.deliveries',
  quick: true,
  async ask(client) {
    try {
      const [held] = (await client.query<{ restoredAt: Date }>(heldText)).rows;
      if (held === undefined) return [ok('No restore holds the deliveries')];
      return [
        warning(
          `Mails to owners and about the opening are held since the restore of ${held.restoredAt.toISOString()}`,
          {
            remedy: 'Release the deliveries, unless this is a copy of another service',
            command: 'commissions channels release',
          },
        ),
      ];
    } catch (error) {
      if (!isOfEarlierTables(error)) throw error;
      return [skipped('Nothing is known of restores before this version has started')];
    }
  },
};
