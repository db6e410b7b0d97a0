import { NotComposedError, type Sender } from '../../ledger/sender.ts';
import type { ComposeMail } from './compose-mail.ts';
import type { ReadLogo } from './mail-logo.ts';
import { mailSettings } from './mail-settings.ts';
import { mailMessage } from './mail-transport.ts';
import { type Mailer, sendMail } from './send-mail.ts';

export interface MailSenderParts extends Mailer {
  readonly compose: ComposeMail;
  readonly readLogo: ReadLogo;
}

const notSet = 'SMTP_URL and MAIL_FROM are not set';

/**
 * Sends the mails of all channels over one server. A mail that may have arrived is `uncertain`, so that it is never
 * sent again automatically.
 * @param parts null without a mail server: each attempt is a `retry` then
 */
export function createMailSender(parts: MailSenderParts | null): Sender {
  return {
    kind: 'mail',
    afterLoss: 'uncertain',
    async compose(dispatch) {
      if (parts === null) throw new NotComposedError(notSet);
      return JSON.stringify(await parts.compose(dispatch, mailSettings.parse(dispatch.channel.settings)));
    },
    async send({ id, channel }, body, signal) {
      if (parts === null) throw new Error(notSet);
      const message = mailMessage.parse(JSON.parse(body));
      const logo = message.logo === undefined ? null : await parts.readLogo(message.logo, signal);
      const { isOfRecipients, ...outcome } = await sendMail(parts, id, message, signal, logo);
      const { audience } = mailSettings.parse(channel.settings);
      return { ...outcome, isRecipientRejected: isOfRecipients && audience === 'customers' };
    },
  };
}
