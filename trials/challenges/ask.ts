import { type Agent, get, type IncomingMessage } from 'node:http';

interface Asking {
  readonly port: number;
  readonly agent: Agent;
  /** The number of the first network. */
  readonly first: number;
  readonly count: number;
}

interface Asked {
  /** The number of the first network that has not asked. */
  readonly next: number;
  /** How many got a challenge. */
  readonly given: number;
}

const atOnce = 64;

/** Asks for challenges, each from a network of its own. */
export async function askForChallenges({ port, agent, first, count }: Asking): Promise<Asked> {
  let next = first;
  let given = 0;
  async function ask(): Promise<void> {
    while (next < first + count) {
      const network = next++;
      const from = `2001:${(network >> 16) + 1}:${(network & 0xffff).toString(16)}::1`;
      if ((await statusOf(port, agent, from)) === 200) given += 1;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, ask));
  return { next, given };
}

function statusOf(port: number, agent: Agent, from: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': from };
    const answered = (response: IncomingMessage) =>
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    get({ host: '127.0.0.1', port, path: '/api/v1/challenge', agent, headers }, answered).on('error', reject);
  });
}
