import type { Pool } from 'pg';
import { createChallenges } from '../../src/customers/guard/challenges.ts';
import { createTermsVersions } from '../../src/customers/revisions/create-terms-versions.ts';
import { createLinkSecret } from '../../src/customers/status-links/link-secret.ts';
import { createStatusTokens, createStatusUrls } from '../../src/customers/status-links/status-tokens.ts';
import { createDoctorChallenge } from '../../src/doctor/create-challenge.ts';
import { createStatusReader } from '../../src/operators/requests/facets/create-status-reader.ts';

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
