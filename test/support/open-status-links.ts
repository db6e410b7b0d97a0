import type { Pool } from 'pg';
import { createDoctorChallenge } from '../../src/doctor/challenge.ts';
import { createLinkSecret } from '../../src/events/status-links/link-secret.ts';
import { createStatusTokens, createStatusUrls } from '../../src/events/status-links/status-tokens.ts';
import { createStatusReader } from '../../src/requests/facets/create-status-reader.ts';
import { createTermsVersions } from '../../src/studio/revisions/create-terms-versions.ts';
import { createChallenges } from '../../src/triage/guard/challenges.ts';

/** Opens the status links of one database, as the public endpoint does. */
export function openStatusLinks(pool: Pool) {
  const statusTokens = createStatusTokens(createLinkSecret(pool));
  return {
    statusTokens,
    challenges: createChallenges(createLinkSecret(pool)),
    doctorChallenge: createDoctorChallenge(createLinkSecret(pool)),
    statusReader: createStatusReader(pool),
    termsVersions: createTermsVersions(pool),
    statusUrlOf: createStatusUrls(statusTokens, { publicUrl: null, publicPath: '/' }),
  };
}
