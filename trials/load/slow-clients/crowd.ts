import { connect, type Socket } from 'node:net';
import { inParallel } from '../at-once.ts';
import type { SenderKind } from './sender-kinds.ts';

/** Connections of one kind, all open at once. */
export interface Crowd {
  /** The number of connections that have neither a response nor been closed. */
  readonly waiting: number;
  /** Resolves when all have been closed, with the number of connections for each status. 0 means no response. */
  ended(): Promise<ReadonlyMap<number, number>>;
  close(): void;
}

interface Member {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  status: number;
}

const connectAtOnce = 100;
/** The connections take turns, so that their bytes arrive evenly. */
const turnMs = 50;

/** Resolves when each connection has sent its first bytes or has been closed. */
export async function gatherCrowd(port: number, kind: SenderKind, count: number): Promise<Crowd> {
  const members: Member[] = [];
  await inParallel(count, connectAtOnce, async () => {
    const member = join(port, kind);
    members.push(member);
    const sent = new Promise<void>((resolve) => member.socket.write(kind.first, () => resolve()));
    await Promise.race([member.closed, sent]);
  });
  const turns = (kind.later?.everyMs ?? turnMs) / turnMs;
  let turn = 0;
  const timer = setInterval(() => {
    turn = (turn + 1) % turns;
    for (let index = turn; index < members.length; index += turns) sendLater(members[index], kind);
  }, turnMs);
  return {
    get waiting() {
      return members.filter(({ socket, status }) => status === 0 && !socket.closed).length;
    },
    async ended() {
      const counts = new Map<number, number>();
      for (const member of members) {
        await member.closed;
        counts.set(member.status, (counts.get(member.status) ?? 0) + 1);
      }
      return counts;
    },
    close() {
      clearInterval(timer);
      for (const { socket } of members) socket.destroy();
    },
  };
}

function join(port: number, { readsResponses }: SenderKind): Member {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const member: Member = { socket, closed, status: 0 };
  if (readsResponses)
    socket.on('data', (bytes: Buffer) => {
      member.status ||= Number(/^HTTP\/1\.1 (\d{3}) /.exec(bytes.toString('latin1'))?.[1] ?? 0);
    });
  else socket.pause();
  return member;
}

function sendLater(member: Member | undefined, { later }: SenderKind): void {
  if (later && member?.socket.writable) member.socket.write(later.bytes);
}
