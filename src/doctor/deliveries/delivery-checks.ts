import type { ChannelHealth } from '../../deliveries/health/health-shape.ts';
import type { Deliveries } from '../../deliveries/history/deliveries.ts';
import type { Reach } from '../../deliveries/kind/kind.ts';
import { allKinds, kinds } from '../../deliveries/kinds/registry.ts';
import type { ChannelKind } from '../../deliveries/ledger/delivery.ts';
import type { ReceiverContact, ReceiverReach } from '../../deliveries/receivers/receiver-reach.ts';
import { judgeCertificate } from '../certificate.ts';
import { type Check, type Finding, ok, skipped, warning, wrong } from '../check.ts';

export interface DeliveryParts {
  readonly deliveries: Pick<Deliveries, 'health'>;
  readonly receivers: ReceiverReach;
}

/** @param open Resolves with null when there is no database yet. Rejects when the database cannot be used. */
export function createDeliveryChecks(open: () => Promise<DeliveryParts | null>): Check[] {
  const checkOf = (name: string, look: Look) => ({
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
    ...allKinds.flatMap(([kind, { reach }]) =>
      reach ? [checkOf(`${reach.check}.reach`, reachLook(kind, reach))] : [],
    ),
    checkOf('deliveries.health', async ({ deliveries }) => {
      const channels = await deliveries.health();
      return channels.length === 0 ? [skipped('There is no channel, so no request is announced')] : channels.map(judge);
    }),
  ];
}

type Look = (parts: DeliveryParts, signal: AbortSignal) => Promise<readonly Finding[]>;

function reachLook(kind: ChannelKind, reach: Reach): Look {
  return async ({ receivers }, signal) => {
    const contacts = await receivers.tryAll(kind, signal);
    return contacts.length === 0
      ? [skipped(reach.none)]
      : contacts.flatMap((contact) => contactFindings(contact, reach));
  };
}

function contactFindings({ channel, fault, hasSecret, certificate }: ReceiverContact, reach: Reach): Finding[] {
  if (!hasSecret) return [wrong(`${channel.name}: ${fault}`, reach.lostSecret(channel.id))];
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
  return kinds[kind].remedy;
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
