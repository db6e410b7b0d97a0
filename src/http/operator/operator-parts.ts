import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider } from 'fastify';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Catalogue } from '../../customers/catalogue/catalogue.ts';
import type { AuditHistory, EventFeed } from '../../customers/events/events.ts';
import type { StatusLinks, StatusUrlOf } from '../../customers/status-links/status-links.ts';
import type { DoctorChallenge } from '../../doctor/challenge.ts';
import type { Eraser, ErasureCandidates, ErasureLog } from '../../keeping/erasure/erasure.ts';
import type {
  AccountLinks,
  ApiTokens,
  Operators,
  PasswordLinks,
  PasswordSignIn,
  Sessions,
  SignInLimits,
} from '../../operators/accounts/accounts.ts';
import type { IdentitySignIn, OpenIdConnect } from '../../operators/accounts/open-id-connect.ts';
import type { Channels } from '../../operators/deliveries/channels/channels.ts';
import type { CustomerMessages, MailChannels } from '../../operators/deliveries/kinds/mail/mail-channels.ts';
import type { MailPreviews } from '../../operators/deliveries/kinds/mail/mail-previews.ts';
import type { MessageTemplates } from '../../operators/deliveries/kinds/mail/message-templates.ts';
import type { ReadWebhookUrl } from '../../operators/deliveries/kinds/webhook/webhook-url.ts';
import type { Deliveries } from '../../operators/deliveries/ledger/deliveries.ts';
import type { FileExporter, RequestFiles, ZipPartLimits } from '../../operators/inbox/files.ts';
import type { RequestEditor, RequestExporter, RequestReader } from '../../operators/inbox/inbox.ts';
import type { Previews } from '../../operators/previews/previews.ts';
import type { DiskRoom } from '../../platform/disk/disk-room.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import type { SessionCookie } from './access/session-cookie.ts';
import type { ExportSlots } from './response-end.ts';

/** The Fastify instance that the routes of the operators' listener are added to. */
export type OperatorScope = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypes>;

/** The dependencies of the routes of the operators' listener. */
export interface OperatorParts {
  readonly operators: Operators;
  readonly links: AccountLinks;
  readonly passwordLinks: PasswordLinks;
  readonly sessions: Sessions;
  readonly tokens: ApiTokens;
  readonly limits: SignInLimits;
  readonly passwordSignIn: PasswordSignIn;
  /** Null when no provider is configured. */
  readonly openIdConnect: { readonly provider: OpenIdConnect; readonly identities: IdentitySignIn } | null;
  readonly sessionCookie: SessionCookie;
  /** Whether people use the listener over https. */
  readonly isSecure: boolean;
  /** Returns the address that people use, without a trailing slash. */
  inboxUrl(): string;
  readonly reader: RequestReader;
  readonly editor: RequestEditor;
  readonly feed: EventFeed;
  readonly history: AuditHistory;
  /** Has no entries when this process has no catalogue. */
  readonly catalogue: Pick<Catalogue, 'types' | 'extras' | 'customCards'>;
  readonly statusLinks: StatusLinks;
  readonly statusUrlOf: StatusUrlOf;
  readonly files: RequestFiles;
  readonly objects: ObjectStore;
  readonly previews: Previews;
  readonly exporter: RequestExporter;
  readonly fileExporter: FileExporter;
  readonly exportSlots: ExportSlots;
  /** The limits by which an export is divided into parts. */
  readonly zipPartLimits?: ZipPartLimits;
  readonly eraser: Eraser;
  readonly candidates: Pick<ErasureCandidates, 'ofPerson'>;
  readonly erasures: ErasureLog;
  readonly channels: Channels;
  readonly deliveries: Deliveries;
  readonly readWebhookUrl: ReadWebhookUrl;
  readonly mailChannels: MailChannels;
  readonly customerMessages: CustomerMessages;
  readonly mailPreviews: MailPreviews;
  readonly messageTemplates: MessageTemplates;
  /** Whether a mail server is configured. */
  readonly hasMailServer: boolean;
  /** Whether the address of the status page is configured. */
  readonly hasStatusLinks: boolean;
  /** The absolute folder of the built page (`index.html`, `accounts.html`, `problem.html`, `inbox-assets/`). */
  readonly inboxDirectory: string;
  readonly diskRoom: Pick<DiskRoom, 'fullest'>;
  readonly doctorChallenge: DoctorChallenge;
  readonly log: Logger;
}

/** Types queries, parameters, bodies and responses by their zod schemas. A response may be immutable. */
interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.core.$ZodType ? z.core.output<this['schema']> : unknown;
  serializer: this['schema'] extends z.core.$ZodType ? Immutable<z.core.output<this['schema']>> : unknown;
}

type Immutable<T> = T extends Date ? T : T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;
