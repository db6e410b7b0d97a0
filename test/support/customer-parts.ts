import type { Pool } from 'pg';
import { pino } from 'pino';
import { createSubmissionPriority } from '../../src/deliveries/ledger/submission-priority.ts';
import { createSchema } from '../../src/intake/records/schema.ts';
import { createDiskRoom } from '../../src/platform/disk/create-disk-room.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createCustomerParts } from '../../src/process/parts/customer-parts.ts';
import { createJournalParts } from '../../src/process/parts/journal-parts.ts';
import { createSignedParts } from '../../src/process/parts/signed-parts.ts';
import { fixedStudio } from './fixed-studio.ts';
import { migrationsDirectory } from './open-records.ts';
import { testConfig } from './test-config.ts';

interface CustomerStores {
  readonly pool: Pool;
  readonly objects: ObjectStore;
}

/** Makes the parts of the customers' listener as the service does, with an empty studio. @param env As for `testConfig` */
export function openCustomerParts({ pool, objects }: CustomerStores, env: Readonly<Record<string, string>>) {
  const config = testConfig(env);
  const log = pino({ level: 'silent' });
  return createCustomerParts({
    ...createSignedParts(pool, config),
    ...createJournalParts({ config, pool, objects, log }),
    config,
    pool,
    openingPool: pool,
    schema: createSchema({ pool, directory: migrationsDirectory }),
    objects,
    studio: { ...fixedStudio(), isAsked: () => false },
    diskRoom: createDiskRoom({ folders: [], floorBytes: 0 }),
    submissionPriority: createSubmissionPriority(),
    log,
    redact: (text) => text,
  });
}
