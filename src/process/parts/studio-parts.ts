import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import type { RollBackQueue } from '../../intake/journal/roll-back.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { namedPictures } from '../../studio/document/named-pictures.ts';
import { createPictureStore } from '../../studio/pictures/create-picture-store.ts';
import { createStudioPictures } from '../../studio/pictures/picture-rows.ts';
import { createPictureEncoder } from '../../studio/previews/create-picture-encoder.ts';
import { createStudioRevisions } from '../../studio/revisions/create-studio-revisions.ts';
import { previewProgram } from '../program/own-package.ts';
import { type OpenContext, openReadyDatabase } from '../stores/database.ts';
import { noBucket, openNamedBucket } from '../stores/stores.ts';
import { createJournalParts } from './journal-parts.ts';

interface StudioNeeds {
  readonly config: Pick<Config, 'bucketName' | 'studioFile' | 'timeLimits'>;
  readonly pool: Pool;
  readonly objects: ObjectStore;
  readonly rollBacks: RollBackQueue;
  readonly log: Logger;
}

/** Makes the revisions of the studio, its pictures, and their encoder, which the caller closes. */
export function createStudioParts({ config, pool, objects, rollBacks, log }: StudioNeeds) {
  const bucket = config.bucketName === null ? noBucket : objects;
  return {
    revisions: createStudioRevisions(pool, config.studioFile),
    pictures: {
      ...createStudioPictures(pool),
      ...createPictureStore({ pool, objects: bucket, rollBacks, ...config.timeLimits }),
    },
    encoder: createPictureEncoder({ program: previewProgram(), log }),
  };
}

/** Opens the studio of the service, which may be running, for a command from the shell of the host. */
export async function openStudioRevisions(context: OpenContext) {
  const { pool } = await openReadyDatabase(context);
  return createStudioRevisions(pool, context.config.studioFile);
}

/** As `openStudioRevisions`, with the studio's pictures. */
export async function openStudioPictures(context: OpenContext) {
  const { config, log, releases } = context;
  const { studioFile } = config;
  const objects = releases.add(await openNamedBucket(config), (store) => store.close());
  const { pool } = await openReadyDatabase(context);
  const { journal, rollBacks } = createJournalParts({ config, pool, objects, log });
  releases.add(rollBacks, (queue) => queue.close());
  const parts = createStudioParts({ config, pool, objects, rollBacks, log });
  releases.add(parts.encoder, (made) => made.close());
  return {
    ...parts,
    pool,
    objects,
    journal,
    /** The pictures that `CATALOGUE_FILE` names. */
    ofFile: studioFile === null ? [] : namedPictures(studioFile.studio).map(({ sha256 }) => sha256),
  };
}
