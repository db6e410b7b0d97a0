import { existsSync } from 'node:fs';
import type { Pool } from 'pg';
import type { Config } from '../../configuration/config.ts';
import type { Check } from '../../doctor/check.ts';
import { createDeliveryChecks, type DeliveryParts } from '../../doctor/deliveries/delivery-checks.ts';
import { createMailChecks, createNoMailCheck } from '../../doctor/mail/mail-checks.ts';
import { takesMail } from '../../doctor/mail/takes-mail.ts';
import { createTemplateCheck } from '../../doctor/mail/template-check.ts';
import { keysOf, secretsKeyFile } from '../../platform/secrets/key-file.ts';
import { createKeyRing, type KeyRing } from '../../platform/secrets/key-ring.ts';
import { servedStudio } from '../../studio/document/served-studio.ts';
import type { Releases } from '../program/releases.ts';
import { openMailPreviews } from '../stores/mail-previews.ts';
import { openKeyRing } from '../stores/secrets.ts';

/** Returns the checks of the channels. */
export function deliveryChecks(
  config: Config,
  releases: Releases,
  openPool: () => Promise<Pool | null>,
): readonly Check[] {
  async function open(): Promise<DeliveryParts | null> {
    const pool = await openPool();
    if (pool === null) return null;
    const { createDeliveries } = await import('../../deliveries/history/create-deliveries.ts');
    const { createReceiverReach } = await import('../../deliveries/channels/create-channel-reach.ts');
    const { allowsPrivate } = config.deliveries;
    return {
      deliveries: createDeliveries(pool),
      receivers: createReceiverReach({ pool, keyRing: presentKeys(config), allowsPrivate }),
    };
  }

  return [...mailChecks(config, releases, open), ...createDeliveryChecks(open)];
}

function mailChecks(config: Config, releases: Releases, open: () => Promise<DeliveryParts | null>): readonly Check[] {
  if (config.mail === null) {
    return [
      createNoMailCheck(async () => {
        const channels = (await (await open())?.deliveries.health()) ?? [];
        return channels.filter(({ channel, verdict }) => channel.kind === 'mail' && verdict !== 'disabled').length;
      }),
    ];
  }
  const { smtp, from, dkim, templatesDirectory } = config.mail;
  const checks = createMailChecks({
    ...smtp,
    from: from.address,
    takesMail: (domain) => takesMail(domain),
    async openTransport() {
      const { createSmtpTransport } = await import('../../deliveries/kinds/mail/create-smtp-transport.ts');
      return releases.add(createSmtpTransport({ ...smtp, dkim }), (opened) => opened.close());
    },
  });
  if (templatesDirectory === null) return checks;
  const previews = openMailPreviews(
    config,
    () => 'http://127.0.0.1:3001',
    () => servedStudio(config.studioFile, null),
    async () => null,
  );
  return [...checks, createTemplateCheck(templatesDirectory, previews)];
}

/** Creates no key file, as `openKeyRing` would: a new key could open nothing. */
function presentKeys(config: Config): KeyRing {
  const { secretKeys } = config.deliveries;
  const isThere = secretKeys.length > 0 || existsSync(secretsKeyFile(config.dataDirectory));
  return isThere ? openKeyRing(config) : createKeyRing(async () => keysOf([]));
}
