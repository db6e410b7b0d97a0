import { ok, skipped, warning } from '../check.ts';
import { type DatabaseQuestion, isOfEarlierTables } from '../session.ts';

interface LastCall {
  readonly backed_up_at: Date | null;
  readonly backup_fault: string | null;
  readonly backup_failed_at: Date | null;
}

const lastCallText = 'select backed_up_at, backup_fault, backup_failed_at from service_state';

/** Checks that the last call of `commissions backup` ended with a whole back-up. */
export const backupResultQuestion: DatabaseQuestion = {
  name: 'backup.result',
  quick: true,
  async ask(client) {
    try {
      const [last] = (await client.query<LastCall>(lastCallText)).rows;
      if (last?.backup_fault != null) {
        return [
          warning(`The back-up of ${last.backup_failed_at?.toISOString()} failed: ${last.backup_fault}`, {
            remedy: 'Mend the cause, then make a back-up',
            command: 'commissions backup /var/backups/commissions',
          }),
        ];
      }
      if (last?.backed_up_at == null) return [skipped('commissions backup has made none yet')];
      return [ok(`The back-up of ${last.backed_up_at.toISOString()} is whole`)];
    } catch (error) {
      if (!isOfEarlierTables(error)) throw error;
      return [skipped('Nothing is known of back-ups before this version has started')];
    }
  },
};
