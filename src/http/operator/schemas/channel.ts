import { z } from 'zod';
import { channelChange, channelName, typesDescription } from '../../../deliveries/kind/channel-shape.ts';
import type { Kind, Members } from '../../../deliveries/kind/kind.ts';
import { allKinds } from '../../../deliveries/kinds/registry.ts';
import type { ChannelKind } from '../../../deliveries/ledger/delivery.ts';
import { receiverUrl } from '../../../deliveries/receivers/receiver-url.ts';
import { named } from '../../../platform/shapes/values.ts';

function typesOf({ types: { possible, usual } }: Kind) {
  const types = z.array(z.enum(possible)).max(possible.length);
  return usual === null ? types.describe(typesDescription) : types.min(1).default([...usual]);
}

function newChannelOf([kind, registered]: readonly [ChannelKind, Kind]) {
  const common = {
    kind: z.literal(kind),
    name: channelName.optional().describe('Left out, a name is made of the receiver'),
    types: typesOf(registered),
  };
  return z.strictObject({ ...registered.newMembers, ...common }).meta({ title: `New channel: ${kind}` });
}

const [first, ...others] = allKinds.map(newChannelOf);
if (first === undefined) throw new Error('There is no kind of channel');

export const newChannel = named('NewChannel', z.discriminatedUnion('kind', [first, ...others]));

/** The members that kinds can change. The first kind describes a member of several. */
const changeMembers: Members = Object.fromEntries(
  allKinds.toReversed().flatMap(([, kind]) => Object.entries(kind.changeMembers)),
);

export const channelPatch = named(
  'ChannelPatch',
  z
    .strictObject({ ...changeMembers, ...channelChange.shape })
    .refine((change) => Object.keys(change).length > 0, 'The change must have at least one field'),
);

export const secretRotation = named(
  'SecretRotation',
  z.strictObject({ url: receiverUrl.optional().describe('Required when the old secret is lost') }),
);
