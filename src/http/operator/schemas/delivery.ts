import { z } from 'zod';
import { channelKinds, channelStates, deliveryStates, eventTypes } from '../../../deliveries/delivery.ts';
import { channelVerdicts } from '../../../deliveries/health.ts';
import { mailAudiences } from '../../../deliveries/mail/mail-settings.ts';
import { tryCauses } from '../../../deliveries/try-cause.ts';
import { webhookFields, webhookFormats } from '../../../deliveries/webhook/webhook-settings.ts';
import { instant, list, named, nextCursor, pageLimit, storedId, trimmedText } from './values.ts';

export const typesDescription = 'Empty only for mail to customers with `messages`';

const types = z.array(z.enum(eventTypes)).max(eventTypes.length);
const fields = z.array(z.enum(webhookFields)).max(webhookFields.length);
const url = z
  .string()
  .min(1)
  .max(10_000)
  .meta({ format: 'uri', description: 'http:// or https://, without user and password' });

export const channel = named(
  'Channel',
  z.object({
    id: storedId,
    kind: z.enum(channelKinds),
    name: z.string(),
    state: z
      .enum(channelStates)
      .describe('`held`: deliveries are made and wait. `disabled`: none is made; also after a receiver answered 410'),
    types: z.array(z.enum(eventTypes)).describe(typesDescription),
    settings: z
      .record(z.string(), z.unknown())
      .describe('By kind; of a webhook `format`, `fields`, `verifiesTls`, `address`'),
    hasSecret: z
      .boolean()
      .describe('False: sealed with another SECRETS_KEY, so that it needs a new secret and its URL'),
    createdAt: z.date(),
  }),
);

export const channelList = named('ChannelList', z.object({ items: z.array(channel) }));

export const newChannel = named(
  'NewChannel',
  z.strictObject({
    kind: z.literal('webhook'),
    name: trimmedText(200),
    url,
    format: z
      .enum(webhookFormats)
      .default('standard')
      .describe('`standard`: JSON by Standard Webhooks. `discord`: a line with a link'),
    types: types.min(1).default([...eventTypes]),
    fields: fields.default([]).describe('What is sent of a request beside its id, its number and a link'),
    verifiesTls: z.boolean().default(true).describe('False takes certificates that nobody vouches for'),
  }),
);

export const createdChannel = named(
  'CreatedChannel',
  z.object({ channel, secret: z.string().describe('`whsec_…`, for verifying signatures. Shown once') }),
);

export const channelPatch = named(
  'ChannelPatch',
  z
    .strictObject({
      name: trimmedText(200).optional(),
      url: url.optional(),
      types: types.optional().describe(typesDescription),
      fields: fields.optional(),
      verifiesTls: z.boolean().optional(),
      state: z.enum(channelStates).optional(),
    })
    .refine((change) => Object.keys(change).length > 0, 'Nothing is to be changed'),
);

export const secretRotation = named(
  'SecretRotation',
  z.strictObject({ url: url.optional().describe('Needed where the old secret was lost') }),
);

export const rotatedSecret = named('RotatedSecret', z.object({ secret: z.string().describe('Shown once') }));

const deliveryTypes = z.enum([...eventTypes, 'request.message', 'digest', 'test']);
const channelName = z.object({ id: storedId, name: z.string(), kind: z.enum(channelKinds) });

const tryCause = z.enum(tryCauses).nullable();

const fieldsOfDelivery = {
  id: storedId.describe('The `webhook-id` too'),
  channel: channelName.extend({
    audience: z.enum(mailAudiences).nullable().describe('Whom a channel by mail writes to; null for a webhook'),
  }),
  requestId: storedId.nullable(),
  requestGone: z.boolean().describe('Whether it is about a request that is not there any more'),
  type: deliveryTypes,
  facts: z.record(z.string(), z.unknown()).nullable().describe('Of a status change `from` and `to`'),
  state: z.enum(deliveryStates),
  cancelCause: z
    .enum(['undone', 'spam', 'erased', 'request-gone', 'channel-disabled', 'channel-removed'])
    .nullable()
    .describe('Why it was cancelled'),
  createdAt: z.date(),
  dueAt: z.date().nullable().describe('When it is tried, or tried again'),
  finishedAt: z.date().nullable(),
  attempts: z.int().min(0),
  resendOf: storedId.nullable().describe('The delivery that it repeats'),
};

export const delivery = named('Delivery', z.object(fieldsOfDelivery));

export const deliveryList = named('DeliveryList', z.object({ items: z.array(delivery) }));

export const deliveryPage = named('DeliveryPage', z.object({ items: z.array(delivery), next: nextCursor }));

export const deliveryDetail = named(
  'DeliveryDetail',
  z.object({
    ...fieldsOfDelivery,
    body: z.string().nullable().describe('What was sent'),
    tries: z.array(
      z.object({
        number: z.int().min(1),
        startedAt: z.date(),
        durationMs: z.number(),
        result: z.enum(['delivered', 'retry', 'failed', 'uncertain', 'lost']),
        status: z.int().nullable().describe('That the receiver answered'),
        cause: tryCause.describe('Why, in a word; null for tries of earlier versions'),
        detail: z.string().nullable().describe('What happened, in a sentence of English'),
        response: z.string().nullable().describe('The first KiB of the answer. Anybody may have written it'),
      }),
    ),
  }),
);

const filter = {
  state: list(z.enum(deliveryStates), deliveryStates.length).optional().describe('Any of these'),
  type: list(deliveryTypes, deliveryStates.length).optional().describe('Any of these'),
  from: instant.optional().describe('Made then or later'),
  to: instant.optional().describe('Made before'),
};

export const deliveryQuery = z.strictObject({
  ...filter,
  cursor: z.string().min(1).max(200).optional().describe('The next of the page before'),
  limit: pageLimit(200, 50),
});

export const resendFilter = named('ResendFilter', z.strictObject(filter));

export const resendCount = named(
  'ResendCount',
  z.object({ count: z.int().min(0).describe('How many would be sent again') }),
);

export const resent = named('Resent', z.object({ resent: z.int().min(0) }));

export const channelHealthList = named(
  'ChannelHealthList',
  z.object({
    items: z.array(
      z.object({
        channel: channelName,
        verdict: z
          .enum(channelVerdicts)
          .describe(
            '`failing`: the last try failed. `broken`: every try has for an hour, so that somebody should look',
          ),
        lastDeliveredAt: z.date().nullable(),
        failingSince: z.date().nullable(),
        lastDetail: z.string().nullable().describe('Of the last try that failed'),
        lastCause: tryCause.describe('The same'),
        waiting: z.int().min(0).describe('Deliveries that wait to be sent. 10,000 stands for all that are more'),
        ownersToldAt: z.date().nullable().describe('When owners were mailed that it is `broken`; null where not'),
      }),
    ),
  }),
);
