import type { Pool } from 'pg';
import type { Config } from '../configuration/config.ts';
import type { Check } from '../doctor/check.ts';
import { createDoctorChallenge } from '../doctor/create-challenge.ts';
import { createProxyChecks } from '../doctor/proxy/proxy-checks.ts';
import { createLinkSecret } from '../status-links/link-secret.ts';

/** The checks of what stands in front of the service. */
export function proxyChecks(config: Config, openPool: () => Promise<Pool | null>): readonly Check[] {
  return createProxyChecks({
    publicUrl: config.publicUrl,
    inboxUrl: config.inbox?.url ?? null,
    hasTrustedProxies: config.trustedProxies.length > 0,
    async challenge() {
      const pool = await openPool();
      return pool === null ? null : createDoctorChallenge(createLinkSecret(pool));
    },
  });
}
