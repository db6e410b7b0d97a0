import type { SentMessageInfo } from 'nodemailer';
import type MimeNode from 'nodemailer/lib/mime-node';
import SmtpConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { untilAborted } from '../../../platform/waiting/within-limit.ts';
import type { SmtpCredentials } from './mail-transport.ts';

/** A connection to a mail server for one mail. The calls reject with errors of nodemailer or the signal's reason. */
interface Utf8Session {
  readonly offersUtf8: boolean;
  send(message: MimeNode): Promise<SentMessageInfo>;
  close(): void;
}

/** Connects and signs in. When the server offers SMTPUTF8, the mail is sent with it. */
export async function openUtf8Session(
  options: SMTPConnectionOptions,
  credentials: SmtpCredentials | null,
  signal: AbortSignal,
): Promise<Utf8Session> {
  const connection = new SmtpConnection(options);
  const failure = new Promise<never>((_, reject) => connection.on('error', reject));
  failure.catch(() => {});

  /** Settles with the callback, and rejects when the connection fails or the signal is aborted. */
  function settled<T>(start: (done: (error?: Error | null, result?: T) => void) => void): Promise<T | undefined> {
    const done = new Promise<T | undefined>((resolve, reject) => {
      start((error, result) => (error ? reject(error) : resolve(result)));
    });
    return untilAborted(Promise.race([done, failure]), signal);
  }

  try {
    await settled((done) => connection.connect(done));
    const offersUtf8 = /^250[ -]SMTPUTF8\b/im.test(connection.lastServerResponse || '');
    if (credentials && connection.allowsAuth) {
      await settled((done) => connection.login({ user: credentials.user, credentials }, done));
    }
    if (offersUtf8) requestUtf8(connection);
    return {
      offersUtf8,
      async send(message) {
        const envelope = message.getEnvelope();
        const sent = await settled<object>((done) => connection.send(envelope, message.createReadStream(), done));
        return { ...sent, envelope, messageId: message.messageId() };
      },
      close: () => connection.close(),
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** nodemailer requests SMTPUTF8 for the addresses of the envelope alone. A header needs it as well. */
function requestUtf8(connection: SmtpConnection): void {
  const commands = connection as unknown as { _sendCommand(command: string, logged?: string): void };
  const sendCommand = commands._sendCommand.bind(connection);
  commands._sendCommand = (command, logged) => {
    const isAsked = !command.startsWith('MAIL FROM:') || / SMTPUTF8\b/.test(command);
    sendCommand(isAsked ? command : `${command} SMTPUTF8`, logged);
  };
}
