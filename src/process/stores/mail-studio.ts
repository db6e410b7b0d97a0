import type { Config } from '../../configuration/config.ts';
import type { Studio } from '../../deliveries/kinds/mail/compose-mail.ts';
import type { ServedStudio } from '../../studio/document/served-studio.ts';

/** Returns the facts of the studio in mails to customers, as it is published at that moment. */
export function mailStudioOf({ studioVoice }: Config, known: () => ServedStudio): () => Studio {
  return () => {
    const { studio, catalogue } = known();
    const { title, afterwards, logo } = catalogue;
    const shown = studio.logo && logo && { sha256: studio.logo.sha256, width: logo.width, height: logo.height };
    return { title, afterwards, voice: studioVoice, logo: shown ?? null };
  };
}
