import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** The server's behaviour for a mail, by recipient. */
export const mailBehaviours = ['takes', 'refuses', 'refuses-for-now', 'breaks-before', 'breaks-behind'] as const;
export type MailBehaviour = (typeof mailBehaviours)[number];

/** A real SMTP server that injects faults. */
export interface TrialMailServer {
  readonly port: number;
  /** The number of complete arrivals of each mail, by its `Message-ID` without the domain. */
  readonly whole: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export function addressOf(behaviour: MailBehaviour): string {
  return `${behaviour}@example.org`;
}

export async function startTrialMailServer(): Promise<TrialMailServer> {
  const whole = new Map<string, number>();
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, session, done) {
      const behaviour = behaviourOf(address);
      if (behaviour === 'breaks-before') return breakOff(session);
      if (behaviour === 'refuses') return done(refusal(550));
      done(behaviour === 'refuses-for-now' ? refusal(450) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const [, id = ''] = /^Message-ID: <([^@]+)@/im.exec(Buffer.concat(chunks).toString()) ?? [];
        whole.set(id, (whole.get(id) ?? 0) + 1);
        const [recipient] = session.envelope.rcptTo;
        if (behaviourOf(recipient?.address ?? '') === 'breaks-behind') return breakOff(session);
        done();
      });
    },
  });
  server.on('error', () => {});

  function breakOff({ id }: SMTPServerSession): void {
    for (const connection of server.connections) {
      const { session, _socket: socket } = connection as unknown as {
        session: SMTPServerSession;
        _socket: { destroy(): void };
      };
      if (session.id === id) socket.destroy();
    }
  }

  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    whole,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function behaviourOf(address: string): MailBehaviour {
  return mailBehaviours.find((behaviour) => address.replace(/_[^@]*/, '') === addressOf(behaviour)) ?? 'takes';
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('Not by this trial'), { responseCode });
}
