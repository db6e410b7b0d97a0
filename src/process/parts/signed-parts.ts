import type { Pool } from 'pg';
import type { Config } from '../../configuration/config.ts';
import { createDoctorChallenge } from '../../doctor/challenge.ts';
import { createLinkSecret } from '../../events/status-links/link-secret.ts';
import { createStatusTokens, createStatusUrls } from '../../events/status-links/status-tokens.ts';
import { createChallenges } from '../../triage/guard/challenges.ts';
import { createNoticeTokens } from '../../triage/opening/notice-tokens.ts';

export type SignedParts = ReturnType<typeof createSignedParts>;

/** Makes the secret of the database, and the parts that sign links and challenges by it. */
export function createSignedParts(pool: Pool, config: Pick<Config, 'publicUrl' | 'publicPath'>) {
  const linkSecret = createLinkSecret(pool);
  const statusTokens = createStatusTokens(linkSecret);
  return {
    linkSecret,
    statusTokens,
    statusUrlOf: createStatusUrls(statusTokens, config),
    noticeTokens: createNoticeTokens(linkSecret),
    challenges: createChallenges(linkSecret),
    doctorChallenge: createDoctorChallenge(linkSecret),
  };
}
