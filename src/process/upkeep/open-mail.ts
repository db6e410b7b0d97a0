import type { Pool } from 'pg';
import type { Config } from '../../configuration/config.ts';
import type { Digests } from '../../deliveries/kinds/mail/create-digests.ts';
import type { MailSenderParts } from '../../deliveries/kinds/mail/create-mail-sender.ts';
import type { ReadLogo } from '../../deliveries/kinds/mail/mail-logo.ts';
import { createStatusLinks } from '../../events/status-links/create-status-links.ts';
import type { StatusUrlOf } from '../../events/status-links/status-links.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import type { Releases } from '../program/releases.ts';
import { mailStudioOf } from '../stores/mail-studio.ts';

interface MailParts {
  readonly config: Config;
  readonly studio: StudioSource;
  readonly pool: Pool;
  readonly readLogo: ReadLogo;
  readonly digests: Digests;
  readonly statusUrlOf: StatusUrlOf;
  inboxUrl(): Promise<string>;
  readonly releases: Releases;
}

/** Loads transport, templates and composer only when a mail server is set, and resolves with null otherwise. */
export async function openMail(parts: MailParts): Promise<MailSenderParts | null> {
  const { config, studio, pool, digests, statusUrlOf, inboxUrl, readLogo, releases } = parts;
  if (config.mail === null) return null;
  const { smtp, from, dkim, templatesDirectory } = config.mail;
  const { createSmtpTransport } = await import('../../deliveries/kinds/mail/create-smtp-transport.ts');
  const { createMailComposer } = await import('../../deliveries/kinds/mail/compose-mail.ts');
  const { createTemplates } = await import('../../deliveries/kinds/mail/mail-templates.ts');
  const transport = releases.add(createSmtpTransport({ ...smtp, dkim }), (opened) => opened.close());
  const links = createStatusLinks(pool);
  const compose = createMailComposer({
    studio: mailStudioOf(config, studio.known),
    fillTemplate: createTemplates(templatesDirectory),
    from,
    inboxUrl,
    async statusUrl(requestId) {
      // Without `PUBLIC_URL` a link would be a path alone, which does not work in a mail.
      const link = config.publicUrl === null ? null : await links.current(requestId);
      return link && statusUrlOf(link);
    },
    readDigest: (facts) => digests.read(facts),
  });
  return { transport, from, compose, readLogo };
}
