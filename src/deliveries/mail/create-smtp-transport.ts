import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { MailError, type MailTransport, type OutgoingMail } from './mail-transport.ts';

export interface SmtpOptions {
  readonly host: string;
  readonly port: number;
  /** `implicit`: from the first byte. `required`: by STARTTLS, or not at all. `never`: a relay on this machine. */
  readonly tls: 'implicit' | 'required' | 'never';
  /** False takes certificates that nobody vouches for. */
  readonly verifiesTls: boolean;
  /** Null for a server that asks for none. */
  readonly credentials: { readonly user: string; readonly pass: string } | null;
  /** Null: mails are not signed. */
  readonly dkim: DkimKey | null;
}

interface DkimKey {
  readonly domainName: string;
  readonly keySelector: string;
  /** PEM. */
  readonly privateKey: string;
}

const maxConnections = 4;
/** Of one step; a whole try has less than 20 s. */
const stepMs = 10_000;
/** Shorter than a step, whose limit would break off an idle connection that has not said goodbye. */
const idleMs = 5000;

/** How far the message that is being sent has come. */
interface Progress {
  /** The last byte was handed to the connection. */
  isWhole: boolean;
}

/** What a plugin sees of a message. */
interface CompiledMail {
  readonly data: { readonly progress: Progress };
  readonly message: { createReadStream(options?: object): Readable };
}

/** SMTP by nodemailer, over a few connections that are kept. */
export function createSmtpTransport(options: SmtpOptions): MailTransport {
  const { host, port, tls, verifiesTls, credentials, dkim } = options;
  const transporter = createTransport({
    host,
    port,
    pool: true,
    maxConnections,
    idleTimeout: idleMs,
    // What was not read yet goes out again on another connection, where a server has ended an idle one.
    maxRequeues: 1,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'never',
    tls: { rejectUnauthorized: verifiesTls },
    ...(credentials && { auth: credentials }),
    ...(dkim && { dkim }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    // No template and no text of a stranger makes it read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transporter.use('stream', (mail, done) => {
    watchStream(mail as unknown as CompiledMail);
    done();
  });

  return {
    async send(mail, signal) {
      const progress: Progress = { isWhole: false };
      try {
        const { response, rejected } = await transporter.sendMail({ ...mailData(mail), signal, progress } as object);
        return { response, rejected: (rejected ?? []).map(String) };
      } catch (error) {
        throw mailError(error, progress);
      }
    },
    async verify() {
      try {
        await transporter.verify();
      } catch (error) {
        throw mailError(error, { isWhole: false });
      }
    },
    async close() {
      transporter.close();
    },
  };
}

function mailData({ messageId, from, message }: OutgoingMail) {
  const { to, replyTo, subject, text, html, unsubscribe } = message;
  return {
    messageId: `<${messageId}>`,
    from,
    // As objects: a text would be parsed, and a comma in a name make it two recipients.
    to,
    ...(replyTo && { replyTo }),
    subject,
    text,
    ...(html !== null && { html }),
    // RFC 3834: nobody's machine answers a machine.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    ...(unsubscribe !== null && { list: { unsubscribe: { url: unsubscribe } } }),
  };
}

/**
 * Tells when a message has been handed over to its last byte: the connection reads it only after the server has asked for the data.
 * From then on the server may have it, so it is never handed over again.
 */
function watchStream({ data: { progress }, message }: CompiledMail): void {
  const createReadStream = message.createReadStream.bind(message);
  message.createReadStream = (streamOptions) => {
    if (progress.isWhole) return failing(new Error('The message is on its way already'));
    const stream = createReadStream(streamOptions);
    stream.once('end', () => {
      progress.isWhole = true;
    });
    return stream;
  };
}

function failing(error: Error): Readable {
  return new Readable({
    read() {
      this.destroy(error);
    },
  });
}

/** What nodemailer says of a failure. */
interface SmtpFailure {
  readonly responseCode?: number;
  readonly response?: string;
  /** That the server answered. */
  readonly command?: string;
}

/** Of the mail. What a server answers to anything else it answers to whoever connects, and the host can put that right. */
const ofTheMail = ['MAIL FROM', 'RCPT TO', 'DATA'];
/** Not yet, not without a name and a password, not without TLS. */
const ofTheSession = [503, 530, 535, 538];

function mailError(error: unknown, { isWhole }: Progress): MailError {
  const { responseCode, response, command = '' } = error as SmtpFailure;
  const status = responseCode ?? null;
  const isPermanent = status !== null && status >= 500 && !ofTheSession.includes(status);
  return new MailError(error, {
    status,
    response: response ?? null,
    isUncertain: isWhole && status === null,
    isFinal: isPermanent && ofTheMail.includes(command),
    isOfRecipients: command === 'RCPT TO',
  });
}
