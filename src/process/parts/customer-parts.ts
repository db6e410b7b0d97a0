import type { Pool } from 'pg';
import type { CustomerParts } from '../../http/app.ts';
import type { Readiness } from '../../intake/readiness/readiness.ts';
import { createStatusReader } from '../../requests/facets/create-status-reader.ts';
import { createQueueView } from '../../requests/queue/create-queue-view.ts';
import { createPictureIndex } from '../../studio/pictures/picture-index.ts';
import { createStudioPictures } from '../../studio/pictures/picture-rows.ts';
import { createTermsVersions } from '../../studio/revisions/create-terms-versions.ts';
import type { StudioFollower } from '../../studio/revisions/follow-studio.ts';
import { createJudgedBy } from '../../triage/judged-by.ts';
import { createCountedRequests } from '../../triage/opening/create-counted-requests.ts';
import { createOpeningNotices } from '../../triage/opening/create-opening-notices.ts';
import { createOpeningView } from '../../triage/opening/opening-view.ts';
import { underMaintenance } from '../../triage/opening/under-maintenance.ts';
import { packageFolder, programVersion } from '../program/own-package.ts';
import { createIntakeParts, type IntakeNeeds } from './intake-parts.ts';
import type { SignedParts } from './signed-parts.ts';

interface CustomerNeeds extends IntakeNeeds, SignedParts {
  readonly studio: Pick<StudioFollower, 'current' | 'known' | 'isAsked'>;
  /** For the counts by which a form is open. No connection is opened before the studio has set when it is. */
  readonly openingPool: Pool;
}

/** Makes the parts of the customers' listener. The caller stops the readiness. */
export function createCustomerParts(needs: CustomerNeeds): CustomerParts & { readonly readiness: Readiness } {
  const { config, pool, log } = needs;
  return {
    ...config,
    ...config.timeLimits,
    ...createIntakeParts(needs),
    ...studioParts(needs),
    ...triageParts(needs),
    pageDirectory: packageFolder('#page/index.html'),
    queue: createQueueView(needs.openingPool),
    statusReader: createStatusReader(pool),
    statusTokens: needs.statusTokens,
    statusUrlOf: needs.statusUrlOf,
    doctorChallenge: needs.doctorChallenge,
    program: programVersion(),
    log,
  };
}

function studioParts({ config, pool, objects, studio }: CustomerNeeds) {
  return {
    studio,
    studioPictures: { index: createPictureIndex(createStudioPictures(pool)), objects },
    termsVersions: createTermsVersions(pool),
    isAsked: studio.isAsked,
    servedRevision() {
      const current = studio.current();
      // That of a file is unknown while it cannot be stored.
      return current && (current.revision ?? (config.studioFile === null ? 0 : null));
    },
  };
}

function triageParts(needs: CustomerNeeds) {
  const { config, challenges, noticeTokens, linkSecret, openingPool } = needs;
  // A mail about the opening needs an address to lead to.
  const hasNotices = config.mail !== null && config.publicUrl !== null;
  const opening = createOpeningView({ counted: createCountedRequests(openingPool), hasNotices });
  return {
    challenges,
    judgedBy: createJudgedBy({ studio: needs.studio, hasMail: config.mail !== null, secret: linkSecret }),
    opening: config.isUnderMaintenance ? underMaintenance(opening) : opening,
    openingNotices: hasNotices ? createOpeningNotices(openingPool, noticeTokens, linkSecret) : null,
  };
}
