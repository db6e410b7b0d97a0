import { Readable } from 'node:stream';
import { createTransport, type Transporter } from 'nodemailer';
import { needsUtf8, withoutUtf8 } from './international-mail.ts';
import { logoContentId } from './mail-logo.ts';
import { MailError, type MailTransport, type OutgoingMail, type SmtpCredentials } from './mail-transport.ts';
import { openUtf8Session } from './utf8-session.ts';

export interface SmtpOptions {
  readonly host: string;
  readonly port: number;
  /** `implicit`: TLS from the first byte. `required`: STARTTLS or no mail. `never`: no TLS, for a local relay. */
  readonly tls: 'implicit' | 'required' | 'never';
  /** False accepts any certificate. */
  readonly verifiesTls: boolean;
  /** Null for a server that needs no credentials. */
  readonly credentials: SmtpCredentials | null;
  /** Null when mails are not signed. */
  readonly dkim: DkimKey | null;
}

interface DkimKey {
  readonly domainName: string;
  readonly keySelector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** RFC 8058 section 4 asks for the last two, of which nodemailer signs one by itself. */
const signedHeaders =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'List-Unsubscribe:List-Unsubscribe-Post';

const maxConnections = 4;
/** Time limit of one step. A whole try has at most 20 seconds. */
const stepMs = 10_000;
/** Shorter than a step: an idle connection is closed properly before the socket timeout aborts it. */
const idleMs = 5000;

/** The progress of the message that is being sent. */
interface Progress {
  /** True when the last byte was handed to the connection. */
  isWhole: boolean;
}

/** The part of nodemailer's message that the plugin uses. */
interface CompiledMail {
  readonly data: { readonly progress: Progress };
  readonly message: { createReadStream(options?: object): Readable };
}

/** Creates a transport for SMTP with nodemailer, which keeps a few connections open. */
export function createSmtpTransport(options: SmtpOptions): MailTransport {
  const { host, port, tls, verifiesTls, credentials, dkim } = options;
  const connection = {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'never',
    tls: { rejectUnauthorized: verifiesTls },
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
  };
  const transporter = createTransport({
    ...connection,
    pool: true,
    maxConnections,
    idleTimeout: idleMs,
    // A message that was not read yet is sent over another connection when the server has closed an idle one.
    maxRequeues: 1,
    ...(credentials && { auth: credentials }),
  });
  transporter.use('stream', watchMail);

  async function sendOver(pool: Transporter, mail: OutgoingMail, signal: AbortSignal, progress: Progress) {
    const data = {
      ...mailData(mail),
      ...(dkim && { dkim: { ...dkim, headerFieldNames: signedHeaders } }),
      signal,
      progress,
    };
    const { response = '', rejected = [] } = await pool.sendMail(data as object);
    return { response, rejected };
  }

  /** Sends by SMTPUTF8, or without its addresses, over a connection of its own: a pool does not report the extensions. */
  async function sendInternational(mail: OutgoingMail, signal: AbortSignal, progress: Progress) {
    const session = await openUtf8Session(connection, credentials, signal);
    try {
      const { mail: possible, leftOut } = session.offersUtf8 ? { mail, leftOut: [] } : withoutUtf8(mail);
      const single = createTransport({
        name: 'SMTPUTF8',
        version: '1',
        send: ({ message }, done) => void session.send(message).then((sent) => done(null, sent), done),
      });
      single.use('stream', watchMail);
      const { response, rejected } = await sendOver(single, possible, signal, progress);
      return { response, rejected: [...rejected, ...leftOut] };
    } finally {
      session.close();
    }
  }

  return {
    async send(mail, signal) {
      const progress: Progress = { isWhole: false };
      try {
        if (needsUtf8(mail)) return await sendInternational(mail, signal, progress);
        return await sendOver(transporter, mail, signal, progress);
      } catch (error) {
        throw error instanceof MailError ? error : mailError(error, progress);
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

/** Domains are in punycode where nodemailer leaves that to its caller. */
function mailData({ messageId, from, message, logo }: OutgoingMail) {
  const { to, replyTo, subject, text, html, unsubscribe, unsubscribesByPost } = message;
  return {
    messageId: `<${messageId}>`,
    // Neither a template nor an untrusted text can make nodemailer read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
    from,
    // As objects, because nodemailer parses texts, where a comma in a name makes two recipients.
    to,
    ...(replyTo && { replyTo }),
    subject,
    text,
    ...(html !== null && { html }),
    ...(logo && { attachments: [logoPart(logo)] }),
    // Prevents automatic replies (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribesByPost && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(unsubscribe !== null && { list: { unsubscribe: { url: new URL(unsubscribe).href } } }),
  };
}

function logoPart(content: Buffer) {
  return {
    cid: logoContentId,
    filename: 'logo.webp',
    content,
    contentType: 'image/webp',
    contentDisposition: 'inline' as const,
  };
}

function watchMail(mail: unknown, done: () => void): void {
  watchStream(mail as CompiledMail);
  done();
}

/**
 * Records when the connection has read the last byte of a message, which it reads only after the server has asked for
 * the data. From then on the server may have the message, so it is never handed over again.
 */
function watchStream({ data: { progress }, message }: CompiledMail): void {
  const createReadStream = message.createReadStream.bind(message);
  message.createReadStream = (streamOptions) => {
    if (progress.isWhole) return failing(new Error('The message was already handed over'));
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

/** The properties of an error of nodemailer. */
interface SmtpFailure {
  readonly responseCode?: number;
  readonly response?: string;
  /** The command that the server responded to. */
  readonly command?: string;
}

/** The commands whose rejection concerns one mail. Other rejections concern all mails, and the host can fix them. */
const mailCommands = ['MAIL FROM', 'RCPT TO', 'DATA'];
/** Wrong order of commands, missing or wrong credentials, missing TLS. */
const sessionStatusCodes = [503, 530, 535, 538];

function mailError(error: unknown, { isWhole }: Progress): MailError {
  const { responseCode, response, command = '' } = error as SmtpFailure;
  const status = responseCode ?? null;
  const isPermanent = status !== null && status >= 500 && !sessionStatusCodes.includes(status);
  return new MailError(error, {
    status,
    response: response ?? null,
    isUncertain: isWhole && status === null,
    isFinal: isPermanent && mailCommands.includes(command),
    isOfRecipients: command === 'RCPT TO',
    needsUtf8: false,
  });
}
