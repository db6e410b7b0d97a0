import { createServer, type Socket } from 'node:net';

/** What a client says and a server answers, in their order. */
export const steps = ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'message'] as const;
export type Step = (typeof steps)[number];

/** An SMTP server of a few lines, which does at one step what real ones do on bad days. */
export interface ScriptedServer {
  readonly port: number;
  /** Messages that came whole. */
  readonly whole: () => number;
  close(): Promise<void>;
}

const answers: Readonly<Record<string, string>> = {
  greeting: '220 mail.example.org',
  EHLO: '250-mail.example.org\r\n250 AUTH PLAIN',
  AUTH: '235 Welcome',
  MAIL: '250 OK',
  RCPT: '250 OK',
  DATA: '354 Go ahead',
  message: '250 Taken',
  RSET: '250 OK',
  QUIT: '221 Bye',
};

/** What it answers at the step instead. */
export type Fault = 'a closed connection' | 'nothing' | `${number} ${string}` | 'What is this?';

export async function startScriptedServer(faulty: Step, fault: Fault): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  let whole = 0;

  function answer(socket: Socket, step: string): void {
    if (step === 'message') whole += 1;
    if (step !== faulty) socket.write(`${answers[step] ?? '500 What?'}\r\n`);
    else if (fault === 'a closed connection') socket.destroy();
    else if (fault !== 'nothing') socket.write(`${fault}\r\n`);
  }

  const server = createServer((socket) => {
    let unread = '';
    let isMessage = false;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      unread += chunk;
      for (let end = endOf(); end !== -1; end = endOf()) {
        const [verb = ''] = unread.split(/[ \r]/, 1);
        const step = isMessage ? 'message' : verb;
        unread = unread.slice(end);
        isMessage = step === 'DATA' && faulty !== 'DATA';
        answer(socket, step);
      }
    });
    answer(socket, 'greeting');

    /** Behind the line, or the message, that has come whole; -1 before. */
    function endOf(): number {
      const mark = isMessage ? '\r\n.\r\n' : '\r\n';
      const at = unread.indexOf(mark);
      return at === -1 ? -1 : at + mark.length;
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    whole: () => whole,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
