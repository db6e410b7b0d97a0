import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../configuration/config.ts';
import type { Studio } from '../../deliveries/kinds/mail/customer-mail.ts';
import type { ReadLogo } from '../../deliveries/kinds/mail/mail-logo.ts';
import { mailLookOf } from '../../deliveries/kinds/mail/mail-look.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { openStoredFile } from '../../platform/objects/stored-file.ts';
import type { ServedStudio } from '../../studio/document/served-studio.ts';
import type { Studio as StudioDocument } from '../../studio/document/studio.ts';
import { createStudioPictures } from '../../studio/pictures/picture-rows.ts';

/** Returns the facts with those of a draft. The logo is the published one. */
export function draftedFacts(published: Studio, { title, afterwards, theme, opening, mails }: StudioDocument): Studio {
  const look = mailLookOf(theme ?? undefined);
  return { ...published, title, afterwards, look, timeZone: opening?.timeZone ?? 'UTC', mails };
}

/** Returns the facts of the studio in mails to customers, as it is published at that moment. */
export function mailStudioOf({ studioVoice }: Config, known: () => ServedStudio): () => Studio {
  return () => {
    const { studio, catalogue } = known();
    const { title, afterwards, logo, theme } = catalogue;
    const shown = studio.logo && logo && { sha256: studio.logo.sha256, width: logo.width, height: logo.height };
    return {
      title,
      afterwards,
      voice: studioVoice,
      logo: shown ?? null,
      look: mailLookOf(theme),
      timeZone: studio.opening?.timeZone ?? 'UTC',
      mails: studio.mails,
    };
  };
}

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
