import { z } from 'zod';
import type { Kind, Members } from '../../../operators/deliveries/kinds/kind.ts';
import { allKinds } from '../../../operators/deliveries/kinds/registry.ts';
import {
  type ChannelKind,
  channelKinds,
  channelStates,
  eventTypes,
} from '../../../operators/deliveries/ledger/delivery.ts';
import { receiverUrl } from '../../../operators/deliveries/receivers/receiver-url.ts';
import { named, storedId, trimmedText } from '../../../platform/shapes/values.ts';

export const typesDescription = 'May be empty only for mail to customers with `messages`';

const name = trimmedText(200);

export const channel = named(
  'Channel',
  z.object({
    id: storedId,
    kind: z.enum(channelKinds),
    name: z.string(),
    state: z
      .enum(channelStates)
      .describe(
        '`held`: deliveries are created and wait. `disabled`: no deliveries are created; a 410 response of the receiver disables the channel too',
      ),
    types: z.array(z.enum(eventTypes)).describe(typesDescription),
    settings: z
      .record(z.string(), z.unknown())
      .describe(
        'Depends on `kind`: what the channel was added with, without its secrets. `address` stands for a secret `url`',
      ),
    hasSecret: z
      .boolean()
      .describe(
        'False when the secret was sealed with another SECRETS_KEY. A webhook then needs a new secret and its URL; for other kinds enter what is secret again',
      ),
    previousSecretsUntil: z
      .array(z.date())
      .describe('The times until which deliveries are also signed with previous secrets, the latest first'),
    createdAt: z.date(),
  }),
);

export const channelList = named('ChannelList', z.object({ items: z.array(channel) }));

function typesOf({ types: { possible, usual } }: Kind) {
  const types = z.array(z.enum(possible)).max(possible.length);
  return usual === null ? types.describe(typesDescription) : types.min(1).default([...usual]);
}

function newChannelOf([kind, registered]: readonly [ChannelKind, Kind]) {
  const common = {
    kind: z.literal(kind),
    name: name.optional().describe('Left out, a name is made of the receiver'),
    types: typesOf(registered),
  };
  return z.strictObject({ ...registered.newMembers, ...common }).meta({ title: `New channel: ${kind}` });
}

const [first, ...others] = allKinds.map(newChannelOf);
if (first === undefined) throw new Error('There is no kind of channel');

export const newChannel = named('NewChannel', z.discriminatedUnion('kind', [first, ...others]));

export const createdChannel = named(
  'CreatedChannel',
  z.object({
    channel,
    secret: z
      .string()
      .nullable()
      .describe('`whsec_…` of a webhook, for verifying signatures. Shown only once. Null for other kinds'),
  }),
);

/** The members that kinds can change. The first kind describes a member of several. */
const changeMembers: Members = Object.fromEntries(
  allKinds.toReversed().flatMap(([, kind]) => Object.entries(kind.changeMembers)),
);

export const channelPatch = named(
  'ChannelPatch',
  z
    .strictObject({
      ...changeMembers,
      name: name.optional(),
      types: z.array(z.enum(eventTypes)).max(eventTypes.length).optional().describe(typesDescription),
      state: z.enum(channelStates).optional(),
    })
    .refine((change) => Object.keys(change).length > 0, 'The change must have at least one field'),
);

export const secretRotation = named(
  'SecretRotation',
  z.strictObject({ url: receiverUrl.optional().describe('Required when the old secret is lost') }),
);

export const rotatedSecret = named('RotatedSecret', z.object({ secret: z.string().describe('Shown only once') }));
