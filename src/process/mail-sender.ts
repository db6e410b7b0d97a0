import type { Pool } from 'pg';
import type { Config } from '../configuration/config.ts';
import type { Digests } from '../deliveries/mail/digest.ts';
import type { Sender } from '../deliveries/sender.ts';
import { createStatusLinks } from '../status-links/create-status-links.ts';
import type { StatusTokens } from '../status-links/status-links.ts';
import { createStatusUrls } from '../status-links/status-url.ts';
import type { Releases } from './releases.ts';

interface MailSenderParts {
  readonly config: Config;
  readonly pool: Pool;
  readonly digests: Digests;
  readonly statusTokens: StatusTokens;
  inboxUrl(): Promise<string>;
  readonly releases: Releases;
}

/** What it brings is loaded by processes with a mail server alone. */
export async function openMailSender(parts: MailSenderParts): Promise<Sender> {
  const { config, pool, digests, statusTokens, inboxUrl, releases } = parts;
  const { createMailSender } = await import('../deliveries/mail/create-mail-sender.ts');
  if (config.mail === null) return createMailSender(null);
  const { smtp, from, dkim, templatesDirectory } = config.mail;
  const { createSmtpTransport } = await import('../deliveries/mail/create-smtp-transport.ts');
  const { createMailComposer } = await import('../deliveries/mail/compose-mail.ts');
  const { createTemplates } = await import('../deliveries/mail/mail-templates.ts');
  const transport = releases.add(createSmtpTransport({ ...smtp, dkim }), (opened) => opened.close());
  const links = createStatusLinks(pool);
  const urlOf = createStatusUrls(statusTokens, config);
  const compose = createMailComposer({
    fillTemplate: createTemplates(templatesDirectory),
    from,
    inboxUrl,
    async statusUrl(requestId) {
      // A path alone leads nowhere from a mail.
      const link = config.publicUrl === null ? null : await links.current(requestId);
      return link && urlOf(link);
    },
    readDigest: (facts) => digests.read(facts),
  });
  return createMailSender({ transport, compose, from });
}
