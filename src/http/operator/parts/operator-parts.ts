import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider } from 'fastify';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Accounts } from '../../../accounts/accounts.ts';
import type { ChangeKeys } from '../../../accounts/change-keys.ts';
import type { IdentitySignIn, OpenIdConnect } from '../../../accounts/open-id-connect.ts';
import type { ChannelParts } from '../../../deliveries/channel-parts.ts';
import type { MailPreviews } from '../../../deliveries/kinds/mail/mail-previews.ts';
import type { Health } from '../../../doctor/examine.ts';
import type { StatusLinks, StatusUrlOf } from '../../../events/status-links/status-links.ts';
import type { ErasureParts } from '../../../keeping/erasure/erasure.ts';
import type { DiskRoom } from '../../../platform/disk/disk-room.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { ZipPartLimits } from '../../../requests/inbox/files.ts';
import type { Inbox } from '../../../requests/inbox/inbox.ts';
import type { StudioOfFile } from '../../../studio/document/offer.ts';
import type { StudioSource } from '../../../studio/document/served-studio.ts';
import type { PictureStore, StudioPictures } from '../../../studio/pictures/studio-pictures.ts';
import type { PictureEncoder } from '../../../studio/previews/picture-encoder.ts';
import type { Previews } from '../../../studio/previews/previews.ts';
import type { StudioRevisions } from '../../../studio/revisions/studio-revisions.ts';
import type { OpeningDesk } from '../../../triage/opening/opening-desk.ts';
import type { Triage } from '../../../triage/triage.ts';
import type { HealthParts } from '../../reply/health-response.ts';
import type { ExportSlots } from './export-slots.ts';
import type { SessionCookie } from './session-cookie.ts';

/** The Fastify instance that the routes of the operators' listener are added to. */
export type OperatorScope = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypes>;

/** The dependencies of the routes of the operators' listener, by subject. */
export interface OperatorParts {
  readonly accounts: Accounts & {
    /** Null when no provider is configured. */
    readonly openIdConnect: { readonly provider: OpenIdConnect; readonly identities: IdentitySignIn } | null;
  };
  /** Makes changes once, and several of them as one. */
  readonly changes: ChangeKeys;
  readonly inbox: Inbox;
  readonly triage: Triage;
  readonly attachments: Attachments;
  readonly erasure: ErasureParts;
  readonly notifications: Notifications;
  readonly status: { readonly statusLinks: StatusLinks; readonly statusUrlOf: StatusUrlOf };
  readonly site: Site;
  readonly studio: StudioParts;
  readonly opening: OpeningDesk;
  readonly host: HealthParts & {
    readonly diskRoom: Pick<DiskRoom, 'fullest'>;
    /** Runs the checks of `doctor`. */
    health(): Promise<Health>;
    readonly log: Logger;
  };
}

interface StudioParts {
  readonly revisions: StudioRevisions;
  /** The keys that `CATALOGUE_FILE` of this process sets. */
  readonly file: StudioOfFile | null;
  readonly source: StudioSource;
  readonly pictures: StudioPictures & PictureStore;
  readonly encoder: PictureEncoder;
}

export interface Attachments {
  readonly objects: ObjectStore;
  readonly previews: Previews;
  readonly exportSlots: ExportSlots;
  /** The limits by which an export is divided into parts. */
  readonly zipPartLimits?: ZipPartLimits;
}

interface Notifications extends ChannelParts {
  readonly mailPreviews: MailPreviews;
  /** Whether a mail server is configured. */
  readonly hasMailServer: boolean;
  /** Whether the address of the status page is configured. */
  readonly hasStatusLinks: boolean;
}

export interface Site {
  readonly sessionCookie: SessionCookie;
  /** Whether people use the listener over https. */
  readonly isSecure: boolean;
  /** Returns the address that people use, without a trailing slash. */
  inboxUrl(): string;
  /** The absolute folder of the built page (`index.html`, `accounts.html`, `problem.html`, `inbox-assets/`). */
  readonly inboxDirectory: string;
  /** The absolute folder of the customers' built page, which the preview of the form shows. */
  readonly pageDirectory: string;
  /** The address of the customers' page, or null when it is not configured. */
  readonly formUrl: string | null;
}

/** Types queries, parameters, bodies and responses by their zod schemas. A response may be immutable. */
interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.core.$ZodType ? z.core.output<this['schema']> : unknown;
  serializer: this['schema'] extends z.core.$ZodType ? Immutable<z.core.output<this['schema']>> : unknown;
}

type Immutable<T> = T extends Date ? T : T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;
