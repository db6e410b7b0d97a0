import { createHmac, randomBytes } from 'node:crypto';
import type { PreviousSecret, WebhookSecrets } from './webhook-settings.ts';

const prefix = 'whsec_';
const secretBytes = 32;
const previousSecretMs = 24 * 60 * 60_000;
/** Each adds 48 bytes to the header of a webhook. */
const mostPreviousSecrets = 10;

export function createWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

/** Returns the previous secrets that still sign, newest first. */
export function previousSecrets({ previous }: WebhookSecrets): readonly PreviousSecret[] {
  return previous.filter(({ until }) => Date.parse(until) > Date.now());
}

/** Returns the newest secret first. */
export function validSecrets(secrets: WebhookSecrets): readonly string[] {
  return [secrets.secret, ...previousSecrets(secrets).map(({ secret }) => secret)];
}

/**
 * Returns the secrets after a rotation: the old one signs for 24 hours more, and those before it as long as they would
 * have. `too-many`: so many still sign that one would have to end early.
 */
export function rotatedSecrets(old: WebhookSecrets, secret: string): WebhookSecrets | 'too-many' {
  const previous = previousSecrets(old);
  if (previous.length >= mostPreviousSecrets) return 'too-many';
  const until = new Date(Date.now() + previousSecretMs).toISOString();
  return { url: old.url, secret, previous: [{ secret: old.secret, until }, ...previous] };
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
