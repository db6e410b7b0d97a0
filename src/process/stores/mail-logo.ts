import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ReadLogo } from '../../deliveries/kinds/mail/mail-logo.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { openStoredFile } from '../../platform/objects/stored-file.ts';
import { createStudioPictures } from '../../studio/pictures/picture-rows.ts';

/** Reads the logo for mails from the bucket. */
export function createLogoReader(pool: Pool, objects: ObjectStore, log: Logger): ReadLogo {
  const pictures = createStudioPictures(pool);
  return async (sha256, signal) => {
    try {
      const picture = await pictures.find(sha256);
      return picture && (await buffer(await openStoredFile(objects, picture.small, { signal })));
    } catch (error) {
      log.warn({ err: error }, 'A mail goes without the logo of the studio');
      return null;
    }
  };
}
