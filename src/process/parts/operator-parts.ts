import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ChangeKeys } from '../../accounts/change-keys.ts';
import type { OpenIdConnect } from '../../accounts/open-id-connect.ts';
import type { Config } from '../../configuration/config.ts';
import type { Health } from '../../doctor/examine.ts';
import { createStatusLinks } from '../../events/status-links/create-status-links.ts';
import type { OperatorAppOptions } from '../../http/operator/create-operator-app.ts';
import type { DiskRoom } from '../../platform/disk/disk-room.ts';
import type { DocumentStore } from '../../platform/objects/document-store.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { createInbox } from '../../requests/inbox/create-inbox.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import type { PreviewCache } from '../../studio/previews/preview-cache.ts';
import type { Previews } from '../../studio/previews/previews.ts';
import { createTriage } from '../../triage/create-triage.ts';
import { createOpeningDesk } from '../../triage/opening/create-opening-desk.ts';
import { packageFolder, programVersion, version } from '../program/own-package.ts';
import { openMailPreviews } from '../stores/mail-previews.ts';
import { createLogoReader } from '../stores/mail-studio.ts';
import { createAccountParts } from './account-parts.ts';
import { createOwnChannelParts } from './channel-parts.ts';
import type { JournalParts } from './journal-parts.ts';
import { createKeepingParts } from './keeping-parts.ts';
import type { SignedParts } from './signed-parts.ts';
import { createStudioParts } from './studio-parts.ts';

interface OperatorNeeds extends JournalParts, SignedParts {
  readonly config: Config;
  readonly pool: Pool;
  /** Makes changes through `pool` once. */
  readonly changes: ChangeKeys;
  /** An export keeps its connection for as long as its reader takes, so exports have connections of their own. */
  readonly exportPool: Pool;
  readonly maxExports: number;
  readonly objects: ObjectStore;
  readonly receipts: DocumentStore;
  readonly studio: StudioSource;
  readonly previews: Previews;
  readonly previewCache: Pick<PreviewCache, 'forget'>;
  readonly diskRoom: DiskRoom;
  /** Null without a provider of identities. */
  readonly provider: OpenIdConnect | null;
  readonly log: Logger;
  /** Runs the checks of `doctor`. */
  health(): Promise<Health>;
  /** Returns the address that people use, once the listener has one. */
  inboxUrl(): string;
}

/** Enough for fifty people with some windows each. Connections of strangers are closed when they are idle. */
const maxConnections = 500;

/** Makes the parts of the operators' listener. The caller closes the encoder of pictures. */
export function createOperatorParts(needs: OperatorNeeds): OperatorAppOptions {
  const { config, pool, objects, studio, log } = needs;
  return {
    accounts: createAccountParts(pool, needs.provider),
    changes: needs.changes,
    inbox: createInbox(pool, needs.exportPool),
    triage: createTriage(pool),
    attachments: { objects, previews: needs.previews },
    erasure: createKeepingParts(needs),
    notifications: {
      ...createOwnChannelParts(pool, config),
      mailPreviews: openMailPreviews(config, needs.inboxUrl, studio.known, createLogoReader(pool, objects, log)),
      hasMailServer: config.mail !== null,
      hasStatusLinks: config.publicUrl !== null,
    },
    status: { statusLinks: createStatusLinks(pool), statusUrlOf: needs.statusUrlOf },
    site: {
      formUrl: config.publicUrl,
      inboxDirectory: packageFolder('#inbox/index.html'),
      pageDirectory: packageFolder('#page/index.html'),
    },
    studio: { ...createStudioParts(needs), file: config.studioFile, source: studio },
    opening: createOpeningDesk(pool),
    host: {
      doctorChallenge: needs.doctorChallenge,
      program: programVersion(),
      diskRoom: needs.diskRoom,
      log,
      health: needs.health,
    },
    inboxUrl: config.inbox?.url ?? null,
    maxExports: needs.maxExports,
    trustedProxies: config.trustedProxies,
    version: version(),
    maxConnections: Math.min(maxConnections, config.maxConnections),
    headersMs: config.timeLimits.headersMs,
    shutdownGraceMs: config.shutdownGraceMs,
  };
}
