import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that a server accepted. */
interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** True when the client asked for SMTPUTF8. */
  readonly isUtf8: boolean;
  /** The unparsed mail. */
  readonly source: string;
}

export interface MailServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** The sockets of all open connections. */
  readonly sockets: ReadonlySet<Socket>;
  close(): Promise<void>;
}

/**
 * Starts a real SMTP server that keeps the mails it accepts. It rejects headers beyond ASCII without SMTPUTF8 (RFC 6531
 * section 3.2). Its options inject faults.
 */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo, smtpUtf8 = false } = session.envelope;
        const source = Buffer.concat(chunks).toString();
        if (!smtpUtf8 && /\P{ASCII}/u.test(source.split('\r\n\r\n', 1)[0] ?? '')) {
          done(Object.assign(new Error('5.6.7 The header needs SMTPUTF8'), { responseCode: 554 }));
          return;
        }
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          isUtf8: smtpUtf8,
          source,
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    received,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns the decoded text parts of a mail. */
export function decodedParts(source: string): string {
  const parts = source.split(/\r\n--[^\r\n]+/);
  return parts
    .map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      const content = body.join('\r\n\r\n');
      if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString();
      const bytes = content
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(bytes, 'latin1').toString();
    })
    .join('\n');
}
