import { createIntentJournal } from '../../intake/journal/create-intent-journal.ts';
import { createRollBack } from '../../intake/journal/roll-back.ts';
import { namedPictures } from '../../studio/document/named-pictures.ts';
import { createPictureStore } from '../../studio/pictures/create-picture-store.ts';
import { createStudioPictures } from '../../studio/pictures/picture-rows.ts';
import { createPictureEncoder } from '../../studio/previews/create-picture-encoder.ts';
import { createStudioRevisions } from '../../studio/revisions/create-studio-revisions.ts';
import { previewProgram } from '../program/preview-program.ts';
import { type OpenContext, openReadyDatabase } from './database.ts';
import { openNamedBucket } from './stores.ts';

/** Opens the studio of the service, which may be running, for a command from the shell of the host. */
export async function openStudioRevisions(context: OpenContext) {
  const { pool } = await openReadyDatabase(context);
  return createStudioRevisions(pool, context.config.studioFile);
}

/** As `openStudioRevisions`, with the studio's pictures. */
export async function openStudioPictures(context: OpenContext) {
  const { config, log, releases } = context;
  const { studioFile, timeLimits } = config;
  const objects = releases.add(await openNamedBucket(config), (store) => store.close());
  const { pool } = await openReadyDatabase(context);
  const journal = createIntentJournal(pool, timeLimits);
  const rollBacks = releases.add(createRollBack({ journal, objects, log }), (queue) => queue.close());
  return {
    pool,
    objects,
    journal,
    revisions: createStudioRevisions(pool, studioFile),
    pictures: { ...createStudioPictures(pool), ...createPictureStore({ pool, objects, rollBacks, ...timeLimits }) },
    encoder: releases.add(createPictureEncoder({ program: previewProgram(), log }), (made) => made.close()),
    /** The pictures that `CATALOGUE_FILE` names. */
    ofFile: studioFile === null ? [] : namedPictures(studioFile.studio).map(({ sha256 }) => sha256),
  };
}
