import type { Config } from '../../configuration/config.ts';
import type { ReadLogo } from '../../deliveries/kinds/mail/mail-logo.ts';
import type { MailPreviews } from '../../deliveries/kinds/mail/mail-previews.ts';
import type { ServedStudio } from '../../studio/document/served-studio.ts';
import { draftedFacts, mailStudioOf } from './mail-studio.ts';

/** Loads its modules for the first preview of a mail. @param inboxUrl Returns the origin of the inbox. */
export function openMailPreviews(
  config: Config,
  inboxUrl: () => string,
  studio: () => ServedStudio,
  readLogo: ReadLogo,
): MailPreviews {
  async function open(): Promise<MailPreviews> {
    const { createMailPreviews } = await import('../../deliveries/kinds/mail/create-mail-previews.ts');
    const { createTemplates } = await import('../../deliveries/kinds/mail/mail-templates.ts');
    return createMailPreviews({
      studio(draft) {
        const served = studio();
        const shown = draft ?? served.studio;
        const facts = mailStudioOf(config, () => served)();
        return { facts: draft === null ? facts : draftedFacts(facts, draft), types: shown.types };
      },
      fillTemplate: createTemplates(config.mail?.templatesDirectory ?? null),
      from: config.mail?.from ?? null,
      inboxUrl: async () => inboxUrl(),
      readLogo,
      statusUrl: config.publicUrl && `${config.publicUrl}requests/example`,
    });
  }

  let opened: Promise<MailPreviews> | null = null;
  return {
    async show(example) {
      opened ??= open();
      return (await opened).show(example);
    },
  };
}
