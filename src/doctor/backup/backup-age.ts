import type { PoolClient } from 'pg';
import { type Finding, ok, skipped, warning } from '../check.ts';
import { type DatabaseQuestion, isOfEarlierTables } from '../session.ts';

interface BackupState {
  readonly now: Date;
  /** The moment of the newest back-up that `commissions backup` made, or null. */
  readonly backed_up_at: Date | null;
  /** When the oldest request came, or null without any. */
  readonly first_at: Date | null;
  /** The time of the last event, or null. */
  readonly changed_at: Date | null;
}

const dayMs = 24 * 60 * 60_000;
/** A nightly back-up that failed twice. */
const oldMs = 3 * dayMs;
/** Time to set the service up. */
const graceMs = 7 * dayMs;

const stateText = `
  select now() as now, backed_up_at, (select min(created_at) from submitted_commission_requests) as first_at,
    (select at from request_events order by epoch desc, tx desc, seq desc limit 1) as changed_at
  from service_state`;

/**
 * Checks that the requests are backed up.
 * @param isElsewhere Whether neither the rows nor the attachments are on this machine, so that other means may copy them.
 */
export function askBackupAge(isElsewhere: boolean): DatabaseQuestion {
  return {
    name: 'backup.age',
    quick: false,
    async ask(client) {
      const state = await readState(client);
      if (state === null) return [skipped('Nothing is known of back-ups before this version has started')];
      return [state.backed_up_at === null ? judgeNone(state, isElsewhere) : judgeAge(state, state.backed_up_at)];
    },
  };
}

async function readState(client: PoolClient): Promise<BackupState | null> {
  try {
    return (await client.query<BackupState>(stateText)).rows[0] ?? null;
  } catch (error) {
    if (!isOfEarlierTables(error)) throw error;
    return null;
  }
}

function judgeNone({ now, first_at }: BackupState, isElsewhere: boolean): Finding {
  if (first_at === null) return skipped('There is nothing to back up yet');
  if (isElsewhere) return skipped('commissions backup has made none: other means may back up database and bucket');
  const ageMs = now.getTime() - first_at.getTime();
  if (ageMs <= graceMs) return ok('There is no back-up yet, and no request older than a week');
  return warning(`There is no back-up, and the oldest request came ${daysText(ageMs)} ago`, nightly);
}

function judgeAge({ now, changed_at }: BackupState, backedUpAt: Date): Finding {
  const ageMs = now.getTime() - backedUpAt.getTime();
  const age = ageMs < 2 * dayMs ? 'less than two days' : daysText(ageMs);
  if (changed_at === null || changed_at <= backedUpAt) {
    return ok(`The newest back-up is ${age} old, and nothing has happened since`);
  }
  if (ageMs <= oldMs) return ok(`The newest back-up is ${age} old`);
  return warning(`The newest back-up is ${age} old, and does not hold what has come since`, nightly);
}

const nightly = {
  remedy: 'Make one, and let the machine make one every night; if one should have been made, read why it failed',
  command: 'commissions backup /var/backups/commissions',
};

function daysText(durationMs: number): string {
  return `${Math.floor(durationMs / dayMs)} days`;
}
