import type { Config } from '../../configuration/config.ts';
import type { MailPreviews } from '../../deliveries/mail/mail-previews.ts';

/** Loads its modules when somebody first looks at a mail. @param inboxUrl Returns the origin of the inbox. */
export function openMailPreviews(config: Config, inboxUrl: () => string): MailPreviews {
  async function open(): Promise<MailPreviews> {
    const { createMailPreviews } = await import('../../deliveries/mail/create-mail-previews.ts');
    const { createTemplates } = await import('../../deliveries/mail/mail-templates.ts');
    return createMailPreviews({
      fillTemplate: createTemplates(config.mail?.templatesDirectory ?? null),
      inboxUrl: async () => inboxUrl(),
      statusUrl: config.publicUrl && `${config.publicUrl}requests/example`,
    });
  }

  let opened: Promise<MailPreviews> | null = null;
  return {
    async show(template, language) {
      opened ??= open();
      return (await opened).show(template, language);
    },
  };
}
