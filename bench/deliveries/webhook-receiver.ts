import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { createChannels } from '../../src/deliveries/channels/create-channels.ts';
import { keysOf } from '../../src/platform/secrets/key-file.ts';
import { createKeyRing, createSecretKeyText } from '../../src/platform/secrets/key-ring.ts';
import type { BenchDatabase } from '../database.ts';

/** A receiver that accepts every webhook immediately. */
export interface WebhookReceiver {
  /** The environment that a service needs to send to the receiver. */
  readonly env: Readonly<Record<string, string>>;
  received(): number;
  /** Adds a channel that sends to the receiver. Resolves with the channel's id. */
  addChannel(database: BenchDatabase): Promise<string>;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      received += 1;
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const secretsKey = createSecretKeyText();
  return {
    env: { SECRETS_KEY: secretsKey, DELIVERY_ALLOW_PRIVATE: 'true' },
    received: () => received,
    async addChannel({ url }) {
      const pool = new pg.Pool({ connectionString: url, max: 1 });
      try {
        const keyRing = createKeyRing(async () => keysOf([secretsKey]));
        const added = await createChannels(pool, keyRing).add({
          kind: 'webhook',
          name: 'The bench',
          url: `http://127.0.0.1:${port}/`,
          format: 'standard',
          types: ['request.created'],
          fields: ['customerName', 'message'],
          verifiesTls: true,
          createdBy: null,
        });
        if (typeof added === 'string' || 'fault' in added) throw new Error('A new database has room for a channel');
        return added.channel.id;
      } finally {
        await pool.end();
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
