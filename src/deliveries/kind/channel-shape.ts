import { z } from 'zod';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named, storedId, trimmedText } from '../../platform/shapes/values.ts';
import { channelKinds, channelStates, eventTypes } from '../ledger/delivery.ts';

export const typesDescription = 'May be empty only for mail to customers with `messages`';

/** A channel in the facts of a delivery or an event. */
export const namedChannel = z.object({ id: storedId, name: z.string(), kind: z.enum(channelKinds) });

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

/** A channel as owners see it, without its secrets. */
export type ChannelView = Shape<typeof channel>;

export const channelList = named('ChannelList', z.object({ items: z.array(channel) }));

export const channelName = trimmedText(200);

/** The members that can be changed in a channel of any kind. */
export const channelChange = z.strictObject({
  name: channelName.optional(),
  types: z.array(z.enum(eventTypes)).max(eventTypes.length).optional().describe(typesDescription),
  state: z.enum(channelStates).optional(),
});

/** A field that is left out keeps its value. The members of the kind may be among the fields. */
export type ChannelChange = Shape<typeof channelChange> & OfKind;

/** A new channel, with the members of its kind. Left out, the kind chooses a name. */
export type NewChannel = Pick<ChannelView, 'kind' | 'types'> & Pick<Shape<typeof channelChange>, 'name'> & OfKind;

interface OfKind {
  readonly [member: string]: unknown;
}

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

export type CreatedChannel = Shape<typeof createdChannel>;

export const rotatedSecret = named('RotatedSecret', z.object({ secret: z.string().describe('Shown only once') }));

export type RotatedSecret = Shape<typeof rotatedSecret>;
