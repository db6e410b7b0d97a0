import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import type { IntentJournal } from '../../intake/journal/intent-journal.ts';
import { createErasure } from '../../keeping/erasure/create-erasure.ts';
import type { ErasureParts } from '../../keeping/erasure/erasure.ts';
import type { DocumentStore } from '../../platform/objects/document-store.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import type { PreviewCache } from '../../studio/previews/preview-cache.ts';
import { noBucket } from '../stores/stores.ts';

interface KeepingNeeds {
  readonly config: Pick<Config, 'bucketName'>;
  readonly pool: Pool;
  readonly journal: IntentJournal;
  readonly objects: ObjectStore;
  readonly receipts: DocumentStore;
  readonly previewCache: Pick<PreviewCache, 'forget'>;
  readonly log: Logger;
}

/** Makes the erasure of requests in both stores. Without a bucket no erasure counts as complete. */
export function createKeepingParts(needs: KeepingNeeds): ErasureParts {
  const { config, pool, journal, objects, receipts, previewCache: previews, log } = needs;
  const bucket = config.bucketName === null ? { objects: noBucket, receipts: noBucket } : { objects, receipts };
  return createErasure({ pool, journal, ...bucket, previews, log });
}
