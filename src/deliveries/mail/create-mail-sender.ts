import type { Outcome, Sender } from '../sender.ts';
import type { ComposeMail } from './compose-mail.ts';
import { mailMessage } from './mail-message.ts';
import { type Mailbox, mailSettings } from './mail-settings.ts';
import { MailError, type MailTransport } from './mail-transport.ts';

/** A process that can send mail. */
export interface MailSenderParts {
  readonly transport: MailTransport;
  readonly compose: ComposeMail;
  readonly from: Mailbox;
}

const responseCharacters = 1000;

/**
 * Mails over one server for all channels. Nobody is mailed twice by a machine: a mail that may have arrived is `uncertain`.
 * @param parts null without a server: deliveries wait for one
 */
export function createMailSender(parts: MailSenderParts | null): Sender {
  return {
    kind: 'mail',
    afterLoss: 'uncertain',
    async compose(dispatch) {
      if (parts === null) throw new Error('SMTP_URL and MAIL_FROM are not set');
      return JSON.stringify(await parts.compose(dispatch, mailSettings.parse(dispatch.channel.settings)));
    },
    async send({ id }, body, signal) {
      if (parts === null) throw new Error('SMTP_URL and MAIL_FROM are not set');
      const { transport, from } = parts;
      const message = mailMessage.parse(JSON.parse(body));
      const messageId = `${id}@${from.address.split('@').at(-1)}`;
      try {
        const { response, rejected } = await transport.send({ messageId, from, message }, signal);
        const partly = rejected.length > 0 ? `, but not for ${rejected.length} of its recipients` : '';
        return outcome('delivered', `The mail server has taken it${partly}`, statusOf(response), response);
      } catch (error) {
        if (error instanceof MailError) return outcomeOf(error);
        throw error;
      }
    },
  };
}

function outcomeOf(error: MailError): Outcome {
  const { status, response, isUncertain, isFinal, message } = error;
  if (isUncertain) {
    return outcome('uncertain', `The connection broke when the mail had been sent: ${message}`, status, response);
  }
  return outcome(isFinal ? 'failed' : 'retry', message, status, response);
}

function outcome(result: Outcome['result'], detail: string, status: number | null, response: string | null): Outcome {
  return { result, detail, status, response: response?.slice(0, responseCharacters) ?? null };
}

function statusOf(response: string): number | null {
  const [digits] = /^\d{3}/.exec(response) ?? [];
  return digits === undefined ? null : Number(digits);
}
