import type { Pool } from 'pg';
import type { KeyRing } from '../../platform/secrets/key-ring.ts';
import type { ReachTarget } from '../kind/kind.ts';
import { openChannel } from '../kind/opened-channel.ts';
import { kinds } from '../kinds/registry.ts';
import { outcomeOfFailure } from '../receivers/receiver-outcome.ts';
import {
  type AddressRules,
  connectOnce,
  type ReceiverContact,
  type ReceiverReach,
} from '../receivers/receiver-reach.ts';
import { readReceiverUrl } from '../receivers/receiver-url.ts';
import { type ChannelRow, channelColumns } from './channel-row.ts';

interface ReceiverReachParts extends AddressRules {
  readonly pool: Pool;
  readonly keyRing: KeyRing;
}

const selectText = `
  select ${channelColumns} from delivery_channels
  where kind = $1 and state in ('enabled', 'held') order by created_at, id`;

export function createReceiverReach({ pool, keyRing, ...rules }: ReceiverReachParts): ReceiverReach {
  async function tryOne(row: ChannelRow, signal: AbortSignal): Promise<ReceiverContact> {
    const contact = { channel: { id: row.id, name: row.name }, fault: null, hasSecret: true, certificate: null };
    const target = kinds[row.kind].reach?.target(await openChannel(keyRing, row)) ?? null;
    if (target === null) {
      return { ...contact, hasSecret: false, fault: 'Its URL cannot be read with the SECRETS_KEY of this machine' };
    }
    return { ...contact, ...(await tryTarget(target, rules, signal)) };
  }

  return {
    async tryAll(kind, signal) {
      const { rows } = await pool.query<ChannelRow>(selectText, [kind]);
      return Promise.all(rows.map((row) => tryOne(row, signal)));
    },
  };
}

async function tryTarget(
  { url, verifiesTls }: ReachTarget,
  rules: AddressRules,
  signal: AbortSignal,
): Promise<Partial<ReceiverContact>> {
  const read = readReceiverUrl(url);
  if ('fault' in read) return { fault: `Its URL ${read.fault}` };
  try {
    return { certificate: await connectOnce({ url: read.url, verifiesTls }, rules, signal) };
  } catch (error) {
    signal.throwIfAborted();
    return { fault: outcomeOfFailure(error).detail };
  }
}
