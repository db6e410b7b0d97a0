import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askBackupAge } from '../../src/doctor/backup/backup-age.ts';
import { backupResultQuestion } from '../../src/doctor/backup/backup-result.ts';
import { heldDeliveriesQuestion } from '../../src/doctor/backup/held-deliveries.ts';
import { createDatabaseChecker, type DatabaseQuestion } from '../../src/doctor/session.ts';
import { recordBackupFault } from '../../src/keeping/backup/backup-fault.ts';
import { type BackupStage, openBackupStage } from '../archive/backup-stage.ts';
import { filesystemStore, signal } from '../reconcile/stores.ts';

let stage: BackupStage;

beforeEach(async () => {
  stage = await openBackupStage(await filesystemStore());
});

afterEach(() => stage.close());

const run = (sql: string) => stage.stores.pool.query(sql);

/** Lets days pass for everything that is stored. */
async function pass(days: number): Promise<void> {
  const interval = `interval '${days} days'`;
  await run(`update commission_requests set created_at = created_at - ${interval}`);
  await run(`update request_events set at = at - ${interval}`);
  await run(`update service_state set backed_up_at = backed_up_at - ${interval}`);
}

/** Resolves with what the check finds: `<verdict> <sentence>`. */
async function look(question: DatabaseQuestion = askBackupAge(false)): Promise<string> {
  const checkOf = createDatabaseChecker({
    openPool: async () => stage.stores.pool,
    explain: (error) => ({ what: String(error), remedy: '' }),
  });
  const [finding] = await checkOf(question).run(signal);
  return `${finding?.verdict} ${finding?.found}`;
}

describe('the result of the last back-up', () => {
  it('is a warning with the reason until a whole one is made', async () => {
    expect(await look(backupResultQuestion)).toBe('skipped commissions backup has made none yet');
    await recordBackupFault(stage.stores.pool, 'the disk is full');
    expect(await look(backupResultQuestion)).toMatch(/^warning The back-up of \S+Z failed: the disk is full$/);
    await stage.backUp();
    await recordBackupFault(stage.stores.pool, null);
    expect(await look(backupResultQuestion)).toMatch(/^ok The back-up of \S+Z is whole$/);
  });
});

describe('the age of the back-up', () => {
  it('is a warning when the newest one is four days old and something has come since', async () => {
    await stage.submit('vera@example.org', 'a');
    await stage.backUp();
    expect(await look()).toBe('ok The newest back-up is less than two days old, and nothing has happened since');
    await stage.submit('otto@example.org', 'a');
    await pass(2.5);
    expect(await look()).toBe('ok The newest back-up is 2 days old');
    await pass(1.6);
    expect(await look()).toBe('warning The newest back-up is 4 days old, and does not hold what has come since');
    await stage.backUp();
    expect(await look()).toContain('ok The newest back-up is less than two days old');
  });

  it('is none when nothing has happened since', async () => {
    await stage.submit('vera@example.org', 'a');
    await stage.backUp();
    await pass(400);
    expect(await look()).toBe('ok The newest back-up is 400 days old, and nothing has happened since');
  });

  it('is no time of a back-up that failed', async () => {
    await stage.submit('vera@example.org', 'a');
    await expect(stage.backUp({ signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    await pass(8);
    expect(await look()).toBe('warning There is no back-up, and the oldest request came 8 days ago');
  });

  it('is no matter before a week has passed, nor where other means may copy database and bucket', async () => {
    expect(await look()).toBe('skipped There is nothing to back up yet');
    await stage.submit('vera@example.org', 'a');
    await pass(6);
    expect(await look()).toBe('ok There is no back-up yet, and no request older than a week');
    await pass(2);
    expect(await look()).toContain('warning There is no back-up');
    expect(await look(askBackupAge(true))).toBe(
      'skipped commissions backup has made none: other means may back up database and bucket',
    );
  });

  it('is unknown in tables of an earlier version', async () => {
    await run('alter table service_state drop column backed_up_at');
    expect(await look()).toBe('skipped Nothing is known of back-ups before this version has started');
  });
});

describe('a restore', () => {
  it('is a warning until its deliveries are released', async () => {
    expect(await look(heldDeliveriesQuestion)).toBe('ok No restore holds the deliveries');
    await run("update service_state set restored_at = '2026-11-22T12:00Z', deliveries_held = true");
    expect(await look(heldDeliveriesQuestion)).toBe(
      'warning Mails to owners and about the opening are held since the restore of 2026-11-22T12:00:00.000Z',
    );
  });
});
