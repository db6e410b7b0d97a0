import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { isAtLeast, type OperatorRole } from '../../../src/accounts/roles.ts';
import type { MailStatus } from '../../../src/deliveries/kinds/mail/mail-shapes.ts';
import type { DiskState } from '../../../src/http/operator/schemas/disk.ts';
import { type Api, createApi } from '../api/api.ts';
import { createCall } from '../api/call.ts';
import type { Call } from '../api/send.ts';
import type { CatalogueNames, Session } from '../api/shapes.ts';
import { type Cell, createCell, useCell } from '../cells/cell.ts';
import type { Translator } from '../language/translator-context.ts';
import { createEventStream, type EventStream } from '../stream/event-stream.ts';
import { type ConflictQuestion, createConflictQuestion } from './conflict-question.ts';
import { createDecisions, type Decisions } from './decisions.ts';
import { createDeliveriesApi } from './deliveries-api.ts';
import { followEvents } from './follow-events.ts';
import { watchLabels } from './labels.ts';
import { createListModel, type ListModel } from './list-model.ts';
import { createRepeats, type Repeats } from './repeats.ts';
import { createRequestsStore, type RequestsStore } from './requests-store.ts';
import { createSelection, type Selection } from './selection.ts';
import { createSessionKeeper, type SessionKeeper } from './session.ts';
import { createOwnTemplates, createStudioViews, type OwnTemplates, type StudioViews } from './studio-lists.ts';
import { createToasts, type Toasts } from './toasts.ts';
import { type GuardWatch, watchGuard } from './watch-guard.ts';
import { type HealthWatch, watchDisk, watchHealth, watchMail } from './watch-health.ts';
import { type OpeningWatch, watchOpening } from './watch-opening.ts';

/** State and services that all parts of the page share. */
export interface Inbox {
  /** Makes the requests to the service for which `api` has no method. */
  readonly call: Call;
  readonly api: Api;
  readonly requests: RequestsStore;
  /** The state of the list, which also exists while a request is open. */
  readonly list: ListModel;
  /** The selected requests for a bulk change. */
  readonly repeats: Repeats;
  readonly selection: Selection;
  readonly stream: EventStream;
  readonly sessions: SessionKeeper;
  readonly conflicts: ConflictQuestion;
  readonly toasts: Toasts;
  readonly decisions: Decisions;
  /** Null until the catalogue is loaded. */
  readonly catalogue: Cell<CatalogueNames | null>;
  /** All labels of requests. */
  readonly labels: Cell<readonly string[]>;
  /** The health of the notification channels. */
  readonly channels: HealthWatch;
  /** Null until it is known. */
  readonly disk: Cell<DiskState | null>;
  /** Null until the mail status is loaded. */
  readonly mail: Cell<MailStatus | null>;
  readonly guard: GuardWatch;
  readonly opening: OpeningWatch;
  readonly templates: OwnTemplates;
  readonly studioViews: StudioViews;
  readonly translator: Cell<Translator>;
}

export function createInbox(translator: Cell<Translator>): Inbox {
  const sessions = createSessionKeeper();
  const call = createCall(sessions.signInAgain);
  const api = createApi(call);
  const conflicts = createConflictQuestion();
  const requests = createRequestsStore(api, conflicts.ask);
  const stream = createEventStream(call);
  const toasts = createToasts();
  const catalogue = createCell<CatalogueNames | null>(null);
  const deliveries = createDeliveriesApi(call);
  const channels = watchHealth(call, stream);
  const mail = watchMail(call, stream, channels.health);
  const decisions = createDecisions({ api, deliveries, requests, conflicts, toasts, mail, translator, call });
  followEvents(stream, requests);
  const loaded = load();
  stream.subscribe({ onEvent() {}, onGap: () => void load() });

  /**
   * Loads the session and the catalogue. Without a session changes are disabled; without the catalogue the page shows
   * ids instead of names. Resolves when the session is loaded or has failed to load.
   */
  function load(): Promise<void> {
    api.catalogue().then(catalogue.set, () => {});
    return call<Session>('GET', '/session').then(sessions.session.set, () => {});
  }

  return {
    call,
    api,
    requests,
    // The list waits for the session, so that its requests can be decided as soon as they are shown.
    list: createListModel({ api, requests, stream, loaded }),
    repeats: createRepeats(api),
    selection: createSelection(),
    stream,
    sessions,
    conflicts,
    toasts,
    decisions,
    catalogue,
    labels: watchLabels(call, stream),
    channels,
    disk: watchDisk(call, stream),
    mail,
    guard: watchGuard(call, stream),
    opening: watchOpening(call, stream),
    templates: createOwnTemplates(call, stream),
    studioViews: createStudioViews(call, stream),
    translator,
  };
}

const InboxContext = createContext<Inbox | null>(null);

export const InboxProvider = InboxContext.Provider;

export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error('There is no inbox around this component');
  return inbox;
}

/** Returns true when the signed-in person has this role or a higher one. */
export function useRole(role: OperatorRole): boolean {
  const session = useCell(useInbox().sessions.session);
  return session !== null && isAtLeast(session.operator.role, role);
}
