import { z } from 'zod';
import type { Kind, Opened, Reach, Rotated, RotationFault, Shown } from '../../kind/kind.ts';
import { readMembers, readUrlMember } from '../../kind/read-members.ts';
import { eventTypes, requestEventTypes } from '../../ledger/delivery.ts';
import { type ReadReceiverUrl, receiverUrl, shownAddress } from '../../receivers/receiver-url.ts';
import { createWebhookSender } from './create-webhook-sender.ts';
import { createWebhookSecret, previousSecrets, rotatedSecrets } from './webhook-secrets.ts';
import {
  type WebhookSecrets,
  webhookFields,
  webhookFormats,
  webhookSecrets,
  webhookSettings,
} from './webhook-settings.ts';

const fields = z.array(z.enum(webhookFields)).max(webhookFields.length);

const newMembers = {
  url: receiverUrl,
  format: z
    .enum(webhookFormats)
    .default('standard')
    .describe('`standard`: JSON as in Standard Webhooks. `discord`: one line with a link'),
  fields: fields.default([]).describe('Fields of the request that are sent besides its id, its number and a link'),
  verifiesTls: z.boolean().describe('False accepts TLS certificates that cannot be verified').default(true),
};

const changeMembers = {
  url: receiverUrl.optional(),
  fields: fields.optional(),
  verifiesTls: z.boolean().optional(),
};

export const webhook: Kind = {
  types: { possible: eventTypes, usual: requestEventTypes },
  newMembers,
  changeMembers,
  make(given, readUrl) {
    const read = readMembers(newMembers, given);
    if ('fault' in read) return read;
    const { url: text, ...members } = read.members;
    const target = readUrlMember('url', text, readUrl);
    if ('fault' in target) return target;
    const { href, host } = target.url;
    const secret = createWebhookSecret();
    const secrets: WebhookSecrets = { url: href, secret, previous: [] };
    const settings = { ...members, fields: [...new Set(members.fields)], address: shownAddress(href) };
    return { settings, secrets, secret, usualName: host };
  },
  change(opened, given, readUrl) {
    const read = readMembers(changeMembers, given);
    if ('fault' in read) return read;
    const { url: text, ...members } = read.members;
    const settings = changedSettings(opened, members);
    if (text === undefined) return { settings, secrets: 'keep' };
    const target = readUrlMember('url', text, readUrl);
    if ('fault' in target) return target;
    const secrets = secretsOf(opened);
    if (secrets === null) return 'secret-lost';
    return withUrl(settings, secrets, target.url);
  },
  show,
  rotate,
  line: (settings) => ({
    address: String(webhookSettings.safeParse(settings).data?.address ?? ''),
    pace: 'at once',
    also: [],
  }),
  remedy: 'Check the receiver',
  reach: {
    check: 'webhooks',
    none: 'There is no webhook',
    target(opened) {
      const secrets = secretsOf(opened);
      return secrets && { url: secrets.url, verifiesTls: webhookSettings.parse(opened.settings).verifiesTls };
    },
    lostSecret: (id) => ({
      remedy: 'Restore the earlier SECRETS_KEY, or rotate the secret and name the URL of the channel',
      command: `commissions channels rotate-secret ${id} --url <url>`,
    }),
  } satisfies Reach,
  createSender: createWebhookSender,
};

function show(opened: Opened): Shown {
  const secrets = secretsOf(opened);
  return {
    settings: opened.settings as Readonly<Record<string, unknown>>,
    hasSecret: secrets !== null,
    previousSecretsUntil: secrets === null ? [] : previousSecrets(secrets).map(({ until }) => new Date(until)),
  };
}

function rotate(opened: Opened, url: string | null, readUrl: ReadReceiverUrl): Rotated | RotationFault {
  const target = url === null ? null : readUrlMember('url', url, readUrl);
  if (target !== null && 'fault' in target) return target;
  const old = secretsOf(opened);
  const href = target?.url.href ?? old?.url;
  if (href === undefined) return 'secret-lost';
  const secret = createWebhookSecret();
  const secrets = old ? rotatedSecrets(old, secret) : { url: href, secret, previous: [] };
  if (secrets === 'too-many') return 'too-many-secrets';
  return { ...withUrl(changedSettings(opened, {}), secrets, new URL(href)), secret };
}

const secretsOf = ({ secrets }: Opened) => webhookSecrets.nullable().parse(secrets);

type SettingsChange = Omit<z.infer<z.ZodObject<typeof changeMembers>>, 'url'>;

function changedSettings({ settings }: Opened, { fields: wanted, verifiesTls: verifies }: SettingsChange) {
  const old = webhookSettings.parse(settings);
  return {
    ...old,
    ...(wanted && { fields: [...new Set(wanted)] }),
    ...(verifies !== undefined && { verifiesTls: verifies }),
  };
}

function withUrl(settings: Readonly<Record<string, unknown>>, secrets: WebhookSecrets, { href }: URL) {
  return { settings: { ...settings, address: shownAddress(href) }, secrets: { ...secrets, url: href } };
}
