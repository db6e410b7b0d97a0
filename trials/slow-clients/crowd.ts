import { type SlowClient, startSlowClient } from './slow-client.ts';

/** Many slow clients at once. */
export interface Crowd {
  readonly waiting: number;
  /** Resolves when all clients have ended, with the number of clients for each status. `null` means no response. */
  ended(): Promise<ReadonlyMap<number | null, number>>;
  /** Disconnects all clients. */
  close(): void;
}

const connectAtOnce = 100;
/** Each client sends a few bytes in this interval. The clients take turns, so that their bytes arrive evenly. */
const trickleMs = 5000;
const turnMs = 50;

/** Resolves when all clients have sent half of their forms. */
export async function gatherCrowd(port: number, size: number): Promise<Crowd> {
  const clients: SlowClient[] = [];
  let left = size;

  async function connectInTurn(): Promise<void> {
    while (left-- > 0) clients.push(await startSlowClient(port));
  }

  await Promise.all(Array.from({ length: connectAtOnce }, connectInTurn));
  const turns = trickleMs / turnMs;
  let turn = 0;
  const timer = setInterval(() => {
    turn = (turn + 1) % turns;
    for (let index = turn; index < clients.length; index += turns) clients[index]?.trickle();
  }, turnMs);

  return {
    get waiting() {
      return clients.filter(({ isWaiting }) => isWaiting).length;
    },
    async ended() {
      const counts = new Map<number | null, number>();
      for (const client of clients) {
        const status = await client.ended;
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
      return counts;
    },
    close() {
      clearInterval(timer);
      for (const client of clients) client.close();
    },
  };
}
