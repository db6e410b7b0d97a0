import type { WebhookContact, WebhookReach } from '../../operators/deliveries/kinds/webhook/webhook-reach.ts';
import type { ChannelHealth, Deliveries } from '../../operators/deliveries/ledger/deliveries.ts';
import { judgeCertificate } from '../certificate.ts';
import { type Check, type Finding, ok, skipped, warning, wrong } from '../check.ts';

export interface DeliveryParts {
  readonly deliveries: Pick<Deliveries, 'health'>;
  readonly webhooks: WebhookReach;
}

/** @param open Resolves with null when there is no database yet. Rejects when the database cannot be used. */
export function createDeliveryChecks(open: () => Promise<DeliveryParts | null>): Check[] {
  const checkOf = (name: string, look: (parts: DeliveryParts, signal: AbortSignal) => Promise<readonly Finding[]>) => ({
    name,
    quick: false,
    async run(signal: AbortSignal): Promise<readonly Finding[]> {
      try {
        const parts = await open();
        return parts === null ? [skipped('There is no database yet')] : await look(parts, signal);
      } catch {
        signal.throwIfAborted();
        return [skipped('The channels could not be read: see the checks of the database')];
      }
    },
  });
  return [
    checkOf('webhooks.reach', async ({ webhooks }, signal) => {
      const contacts = await webhooks.tryAll(signal);
      return contacts.length === 0 ? [skipped('There is no webhook')] : contacts.flatMap(contactFindings);
    }),
    checkOf('deliveries.health', async ({ deliveries }) => {
      const channels = await deliveries.health();
      return channels.length === 0 ? [skipped('There is no channel, so no request is announced')] : channels.map(judge);
    }),
  ];
}

function contactFindings({ channel, fault, hasSecret, certificate }: WebhookContact): Finding[] {
  if (!hasSecret) {
    return [
      wrong(`${channel.name}: ${fault}`, {
        remedy: 'Restore the earlier SECRETS_KEY, or rotate the secret and name the URL of the channel',
        command: `commissions channels rotate-secret ${channel.id} --url <url>`,
      }),
    ];
  }
  if (fault !== null) {
    return [
      wrong(`${channel.name}: ${fault}`, {
        remedy: 'Correct the receiver or its URL, then send it a test',
        command: `commissions channels test ${channel.id}`,
      }),
    ];
  }
  if (certificate === null) return [ok(`${channel.name} can be reached`)];
  return [judgeCertificate(channel.name, certificate, new Date())];
}

function remedyOf({ channel: { kind }, lastCause, lastDetail }: ChannelHealth): string {
  if (lastCause === 'not-composed' && lastDetail !== null)
    return 'Correct the cause in the message: the next attempt uses the correction';
  return kind === 'mail' ? 'Run commissions doctor --only mail' : 'Check the receiver';
}

function judge(health: ChannelHealth): Finding {
  const { channel, verdict, failingSince, lastDetail } = health;
  const test = { command: `commissions channels test ${channel.id}` };
  const since = failingSince === null ? '' : ` since ${failingSince.toISOString()}`;
  // The text of an attempt is erased with its request.
  const detail = lastDetail === null ? '' : `: ${lastDetail}`;
  const remedy = remedyOf(health);
  switch (verdict) {
    case 'broken':
      return wrong(`${channel.name}: every attempt has failed${since}${detail}`, { remedy, ...test });
    case 'failing':
      return warning(`${channel.name}: the last attempt failed${detail}`, { remedy, ...test });
    case 'held':
      return warning(`${channel.name} is held: its deliveries wait`, {
        remedy: 'Enable it, unless this is a copy of another service',
        command: `commissions channels enable ${channel.id}`,
      });
    case 'disabled':
      return ok(`${channel.name} is disabled`);
    case 'idle':
      return ok(`No delivery to ${channel.name} was attempted lately`);
    default:
      return ok(`${channel.name} accepted the last delivery`);
  }
}
