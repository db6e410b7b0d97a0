import { domainToASCII } from 'node:url';
import type { Outcome } from '../../ledger/sender.ts';
import { withoutLogo } from './mail-logo.ts';
import type { Mailbox } from './mail-settings.ts';
import { MailError, type MailMessage, type MailTransport } from './mail-transport.ts';

export interface Mailer {
  readonly transport: MailTransport;
  readonly from: Mailbox;
}

interface MailOutcome extends Outcome {
  /** True when the server rejected only the recipients. */
  readonly isOfRecipients: boolean;
}

const responseCharacters = 1000;

/**
 * Makes one attempt. Rejects only for an internal error.
 * @param id the base of the `Message-ID`, the same at each attempt
 * @param logo the picture that the HTML may show; null removes its line
 */
export async function sendMail(
  { transport, from }: Mailer,
  id: string,
  composed: MailMessage,
  signal: AbortSignal,
  logo: Buffer | null = null,
): Promise<MailOutcome> {
  const message = logo === null && composed.html ? { ...composed, html: withoutLogo(composed.html) } : composed;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const messageId = `${id}@${domainToASCII(domain) || domain}`;
  try {
    const { response, rejected } = await transport.send({ messageId, from, message, logo }, signal);
    const partly = rejected.length > 0 ? `, but not for ${rejected.length} of its recipients` : '';
    const cause = rejected.length > 0 ? 'partly-accepted' : 'accepted';
    return outcome('delivered', cause, `The mail server has accepted the mail${partly}`, statusOf(response), response);
  } catch (error) {
    if (error instanceof MailError) return outcomeOf(error);
    throw error;
  }
}

function outcomeOf(error: MailError): MailOutcome {
  const { status, response, isUncertain, isFinal, isOfRecipients, needsUtf8, message } = error;
  if (isUncertain) {
    return outcome(
      'uncertain',
      'broken-off',
      `The connection was lost after the mail was sent: ${message}`,
      status,
      response,
    );
  }
  const cause = status === null ? 'no-connection' : 'refused';
  return {
    ...outcome(isFinal ? 'failed' : 'retry', needsUtf8 ? 'needs-smtputf8' : cause, message, status, response),
    isOfRecipients,
  };
}

function outcome(
  result: Outcome['result'],
  cause: Outcome['cause'],
  detail: string,
  status: number | null,
  response: string | null,
): MailOutcome {
  return {
    result,
    cause,
    detail,
    status,
    response: response?.slice(0, responseCharacters) ?? null,
    isOfRecipients: false,
  };
}

function statusOf(response: string): number | null {
  const [digits] = /^\d{3}/.exec(response) ?? [];
  return digits === undefined ? null : Number(digits);
}
