import { createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { tlsCertificate, tlsKey } from '../support/tls-certificate.ts';

/** The steps of an SMTP session, in order. */
export const steps = ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'message'] as const;
/**
 * Further steps: `STARTTLS` where TLS is offered, `RSET` after a rejected mail, `QUIT` after the last mail of a
 * connection.
 */
export type Step = (typeof steps)[number] | 'STARTTLS' | 'RSET' | 'QUIT';

/** A minimal SMTP server that misbehaves at one step, like real servers sometimes do. */
export interface ScriptedServer {
  readonly port: number;
  /** Returns the number of messages that arrived complete. */
  readonly whole: () => number;
  /** The steps that clients took, in plain text and over TLS. */
  readonly taken: readonly string[];
  close(): Promise<void>;
}

const answers: Readonly<Record<string, string>> = {
  greeting: '220 mail.example.org',
  STARTTLS: '220 Go ahead',
  AUTH: '235 Welcome',
  MAIL: '250 OK',
  RCPT: '250 OK',
  DATA: '354 Go ahead',
  message: '250 Taken',
  RSET: '250 OK',
  QUIT: '221 Bye',
};

const handshakeFaults = ['a handshake that is cut', 'garbage for a handshake', 'an answer too many'] as const;

/** What the server does at the step instead of its usual reply. */
export type Fault =
  | 'a closed connection'
  | 'nothing'
  | `${number} ${string}`
  | 'What is this?'
  | 'the usual, and a closed connection'
  | (typeof handshakeFaults)[number];

/** An address that the server always rejects. */
export const refusedAddress = 'nobody@example.org';

const isOfHandshake = (fault: Fault) => handshakeFaults.some((one) => one === fault);

/** @param extensions further ones that the server offers */
export async function startScriptedServer(
  faulty: Step,
  fault: Fault,
  extensions: readonly string[] = [],
): Promise<ScriptedServer> {
  const offersTls = faulty === 'STARTTLS';
  const sockets = new Set<Socket>();
  const taken: string[] = [];
  let whole = 0;

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveConnection(socket);
    answer(socket, 'greeting');
  });

  function serveConnection(socket: Socket): void {
    let unread = '';
    let isMessage = false;
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      unread += chunk.toString('latin1');
      for (let end = endOf(); end !== -1; end = endOf()) {
        const [verb = ''] = unread.split(/[ \r]/, 1);
        const step = isMessage ? 'message' : verb;
        const isRefused = !isMessage && unread.startsWith(`RCPT TO:<${refusedAddress}>`);
        unread = unread.slice(end);
        isMessage = step === 'DATA' && faulty !== 'DATA';
        if (isRefused) socket.write('550 No such person\r\n');
        else answer(socket, step);
      }
    });

    /** Returns the position after the first complete line or message, or -1 when none is complete. */
    function endOf(): number {
      const mark = isMessage ? '\r\n.\r\n' : '\r\n';
      const at = unread.indexOf(mark);
      return at === -1 ? -1 : at + mark.length;
    }
  }

  function answer(socket: Socket, step: string): void {
    taken.push(socket instanceof TLSSocket ? `${step} by TLS` : step);
    if (step === 'message') whole += 1;
    const isFaulty = step === faulty;
    if (!isFaulty) socket.write(`${usualAnswer(socket, step)}\r\n`);
    else if (fault === 'a closed connection') socket.destroy();
    else if (fault === 'the usual, and a closed connection') socket.end(`${usualAnswer(socket, step)}\r\n`);
    else if (fault !== 'nothing' && !isOfHandshake(fault)) socket.write(`${fault}\r\n`);
    if (step === 'STARTTLS') performHandshake(socket, isFaulty ? fault : null);
  }

  function usualAnswer(socket: Socket, step: string): string {
    if (step !== 'EHLO') return answers[step] ?? '500 What?';
    const tls = offersTls && !(socket instanceof TLSSocket) ? '250-STARTTLS\r\n' : '';
    const others = extensions.map((name) => `250-${name}\r\n`).join('');
    return `250-mail.example.org\r\n${tls}${others}250 AUTH PLAIN`;
  }

  /** Handles the connection after the reply to STARTTLS. */
  function performHandshake(socket: Socket, fault: Fault | null): void {
    if (fault !== null && !isOfHandshake(fault)) return;
    socket.removeAllListeners('data');
    if (fault === 'a handshake that is cut') {
      socket.once('data', () => socket.destroy()).write(`${answers.STARTTLS}\r\n`);
    } else if (fault === 'garbage for a handshake') {
      socket.once('data', () => socket.write('250 What is this?\r\n')).write(`${answers.STARTTLS}\r\n`);
    } else {
      if (fault === 'an answer too many')
        socket.write(`${answers.STARTTLS}\r\n250-mail.example.org\r\n250 AUTH PLAIN\r\n`);
      const secureContext = createSecureContext({ key: tlsKey, cert: tlsCertificate });
      serveConnection(new TLSSocket(socket, { isServer: true, secureContext }));
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    whole: () => whole,
    taken,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
