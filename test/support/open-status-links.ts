import type { Pool } from 'pg';
import { createDoctorChallenge } from '../../src/doctor/create-challenge.ts';
import { createStatusReader } from '../../src/status-links/create-status-links.ts';
import { createLinkSecret } from '../../src/status-links/link-secret.ts';
import { createStatusTokens, createStatusUrls } from '../../src/status-links/status-tokens.ts';

/** Opens the status links of one database, as the public endpoint does. */
export function openStatusLinks(pool: Pool) {
  const statusTokens = createStatusTokens(createLinkSecret(pool));
  return {
    statusTokens,
    doctorChallenge: createDoctorChallenge(createLinkSecret(pool)),
    statusReader: createStatusReader(pool),
    statusUrlOf: createStatusUrls(statusTokens, { publicUrl: null, publicPath: '/' }),
  };
}
