import { createHmac, randomBytes } from 'node:crypto';
import { type KeyRing, SealedError } from '../../secrets/key-ring.ts';
import type { Channel } from '../delivery.ts';
import { type WebhookSecrets, webhookSecrets } from './webhook-settings.ts';

const prefix = 'whsec_';
const secretBytes = 32;

export function createWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

/** Returns null when the channel has no secrets or no known key opens them. */
export async function openSecrets(keyRing: KeyRing, { id, sealed }: Pick<Channel, 'id' | 'sealed'>) {
  if (sealed === null) return null;
  try {
    return webhookSecrets.parse(JSON.parse(await keyRing.open(sealed, id)));
  } catch (error) {
    if (error instanceof SealedError) return null;
    throw error;
  }
}

/** Returns the newest secret first. */
export function validSecrets({ secret, previous }: WebhookSecrets): readonly string[] {
  const isValid = previous !== null && Date.parse(previous.until) > Date.now();
  return isValid ? [secret, previous.secret] : [secret];
}

/**
 * Returns the headers of Standard Webhooks (https://www.standardwebhooks.com, version 1).
 * @param secrets results of `createWebhookSecret`; a receiver accepts a signature with any of them
 */
export function signedHeaders(id: string, sentAt: Date, body: string, secrets: readonly string[]) {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
