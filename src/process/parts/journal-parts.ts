import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import { createIntentJournal } from '../../intake/journal/create-intent-journal.ts';
import { createRollBack } from '../../intake/journal/roll-back.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';

interface JournalNeeds {
  readonly config: Pick<Config, 'timeLimits'>;
  readonly pool: Pool;
  readonly objects: ObjectStore;
  readonly log: Logger;
}

export type JournalParts = ReturnType<typeof createJournalParts>;

/** Makes the journal of uploads, and its roll backs, which the caller closes after the object store. */
export function createJournalParts({ config, pool, objects, log }: JournalNeeds) {
  const journal = createIntentJournal(pool, config.timeLimits);
  return { journal, rollBacks: createRollBack({ journal, objects, log }) };
}
