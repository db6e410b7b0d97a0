import { randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhookSender } from '../../src/deliveries/kinds/webhook/create-webhook-sender.ts';
import type { AttemptCause } from '../../src/deliveries/ledger/attempt-cause.ts';
import type { Dispatch } from '../../src/deliveries/ledger/delivery.ts';
import {
  BlockedAddressError,
  isGloballyReachable,
  type ResolveName,
} from '../../src/deliveries/receivers/address-policy.ts';
import { createReceiverClient, type ReceiverClient } from '../../src/deliveries/receivers/receiver-client.ts';
import { keysOf } from '../../src/platform/secrets/key-file.ts';
import { createKeyRing, createSecretKeyText } from '../../src/platform/secrets/key-ring.ts';
import { startAddressServer } from '../../test/support/dns-server.ts';
import { publicAddress } from './rebinding.ts';

type MakeClient = (resolveName: ResolveName) => ReceiverClient;

const privateAddress = '127.0.0.1';
const name = 'bot.example.org';
const rightCauses: readonly AttemptCause[] = ['accepted', 'private-address', 'private-address'];

const asBuilt: MakeClient = (resolveName) => createReceiverClient({ allowsPrivate: false, resolveName });

/** Checks the address that it resolves, but the connection resolves the name again. */
const connectsToTheName: MakeClient = (resolveName) => ({
  ...createReceiverClient({ allowsPrivate: true }),
  async send(request, signal) {
    for (const { address } of await resolveName(request.url.hostname)) assertReachable(address);
    return postTo(await resolveName(request.url.hostname), request, signal);
  },
});

/** Checks a name only at its first use. */
const trustsTheName: MakeClient = (resolveName) => {
  const trusted = new Set<string>();
  return {
    ...createReceiverClient({ allowsPrivate: true }),
    async send(request, signal) {
      const { hostname } = request.url;
      const addresses = await resolveName(hostname);
      if (!trusted.has(hostname)) for (const { address } of addresses) assertReachable(address);
      trusted.add(hostname);
      return postTo(addresses, request, signal);
    },
  };
};

function assertReachable(address: string): void {
  if (!isGloballyReachable(address)) throw new BlockedAddressError(name, address);
}

const postTo = async (
  [first]: Awaited<ReturnType<ResolveName>>,
  request: Parameters<ReceiverClient['send']>[0],
  signal: AbortSignal,
) => {
  const url = new URL(request.url);
  url.hostname = first?.address ?? '';
  const client = createReceiverClient({ allowsPrivate: true });
  return client.send({ ...request, url }, signal).finally(() => client.close());
};

/** Returns the requests that reached each address, the number of lookups of the name, and the result of each attempt. */
async function play(makeClient: MakeClient) {
  const arrivals = { outside: 0, inside: 0 };
  const server = createServer((request, response) => {
    const isInside = request.socket.localAddress === privateAddress;
    arrivals[isInside ? 'inside' : 'outside'] += 1;
    request.resume().once('end', () => response.writeHead(204, { connection: 'close' }).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  let lookUps = 0;
  const names = await startAddressServer(() => (lookUps++ === 0 ? publicAddress : privateAddress));
  const resolver = new Resolver();
  resolver.setServers([names.address]);
  const client = makeClient(async (host) => (await resolver.resolve4(host)).map((address) => ({ address, family: 4 })));
  const send = await senderTo(`http://${name}:${(server.address() as AddressInfo).port}/`, client);
  const causes: AttemptCause[] = [];
  const lookUpsOfTries: number[] = [];
  for (let count = 0; count < rightCauses.length; count += 1) {
    const before = lookUps;
    causes.push(await send());
    lookUpsOfTries.push(lookUps - before);
  }
  await client.close();
  await names.close();
  await new Promise((resolve) => server.close(resolve));
  return { ...arrivals, causes, lookUpsOfTries };
}

/** Returns a function that tries one delivery with the service's sender and resolves with the result. */
async function senderTo(url: string, client: ReceiverClient): Promise<() => Promise<AttemptCause>> {
  const id = randomUUID();
  const keys = keysOf([createSecretKeyText()]);
  const keyRing = createKeyRing(async () => keys);
  const sealed = await keyRing.seal(JSON.stringify({ url, secret: 'whsec_AAAA', previous: [] }), id);
  const settings = { format: 'standard', fields: [], verifiesTls: true, address: url };
  const channel = { id, kind: 'webhook', name: 'A bot', settings, sealed } as const;
  const dispatch: Dispatch = {
    id: randomUUID(),
    attempt: 1,
    type: 'test',
    createdAt: new Date(),
    facts: null,
    requestId: null,
    request: null,
    body: null,
    channel,
  };
  const sender = createWebhookSender({
    client,
    keyRing,
    inboxUrl: async () => 'https://inbox.example.org',
    version: '0',
  });
  return async () => (await sender.send(dispatch, '{}', AbortSignal.timeout(10_000))).cause;
}

const { outside, inside, causes, lookUpsOfTries } = await play(asBuilt);
const summary = `${outside} came to the first address, ${inside} to the private one; look-ups per try ${lookUpsOfTries.join(', ')}; ${causes.join(', ')}`;
const isRight =
  outside === 1 && inside === 0 && lookUpsOfTries.every((count) => count === 1) && causes.join() === rightCauses.join();
console.log(`${isRight ? '' : 'VIOLATION '}a name that becomes private at the second look-up: ${summary}`);
let isEachCaught = isRight;
for (const [mutant, makeClient] of [
  ['a connection to the name again', connectsToTheName],
  ['a name that is checked once', trustsTheName],
] as const) {
  const { inside } = await play(makeClient);
  console.log(inside > 0 ? `caught ${mutant}: ${inside} came to the private address` : `SURVIVED ${mutant}`);
  isEachCaught &&= inside > 0;
}
process.exitCode = isEachCaught ? 0 : 1;
