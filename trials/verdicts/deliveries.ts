import { setTimeout as sleep } from 'node:timers/promises';
import { connectRaw, type RawAnswer, type RawConnection } from '../../test/support/raw-connection.ts';
import type { Refusal } from './refusals.ts';

/** The number of clients, and of those that received the verdict. */
export interface Deliveries {
  readonly sent: number;
  readonly delivered: number;
  /** The result of the first client that received another one. */
  readonly firstLoss: string | null;
}

const clients = 8;
/** Waiting clients need no CPU, so there can be more of them. */
const waitingClients = 16;

/** Each client sends the request as often as its share requires, over one connection while that stays open. */
export async function countDeliveries(
  port: number,
  refusal: Refusal,
  connection: 'keep-alive' | 'close',
  sent: number,
): Promise<Deliveries> {
  const request = refusal.request({ connection });
  let left = sent;
  let delivered = 0;
  let firstLoss: string | null = null;

  async function send(open: RawConnection | null): Promise<RawConnection | null> {
    let current = open;
    try {
      current ??= await connectRaw(port);
      const answer = await exchange(current, request, refusal.pause);
      if (isExpected(answer, refusal)) delivered += 1;
      else firstLoss ??= `${answer.status} ${answer.body}`;
      if (answer.headers.connection !== 'close') return current;
      await current.untilClosed();
    } catch (error) {
      firstLoss ??= String(error);
    }
    current?.destroy();
    return null;
  }

  async function sendInTurn(): Promise<void> {
    let open: RawConnection | null = null;
    while (left-- > 0) open = await send(open);
    open?.destroy();
  }

  await Promise.all(Array.from({ length: refusal.pause ? waitingClients : clients }, sendInTurn));
  return { sent, delivered, firstLoss };
}

/** Reads nothing until everything has been sent. */
async function exchange(connection: RawConnection, request: Buffer, pause: Refusal['pause']): Promise<RawAnswer> {
  if (pause === undefined) {
    await connection.send(request);
    return connection.nextAnswer();
  }
  await connection.send(request.subarray(0, pause.afterBytes));
  await sleep(pause.ms);
  await connection.send(request.subarray(pause.afterBytes));
  return connection.nextAnswer();
}

function isExpected({ status, body }: RawAnswer, refusal: Refusal): boolean {
  return status === refusal.status && JSON.parse(body).error === refusal.error;
}
