import type { MailStatus } from '../../../src/deliveries/kinds/mail/mail-shapes.ts';
import type { Api, CustomerNotice } from '../api/api.ts';
import { ApiFailure } from '../api/api-failure.ts';
import type { Call } from '../api/send.ts';
import type { InboxRequest, RequestChange, RequestStatus } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import { failureText } from '../language/failure-text.ts';
import { shownName } from '../language/shown-name.ts';
import type { Translator } from '../language/translator-context.ts';
import type { Answer } from './answer.ts';
import type { ConflictQuestion } from './conflict-question.ts';
import { createDecisionLog, type Decision } from './decision-log.ts';
import type { DeliveriesApi, Delivery } from './deliveries-api.ts';
import { isStep } from './next-steps.ts';
import { isCustomerNotified, isMailComing } from './notified-customer.ts';
import { amountOf } from './request-price.ts';
import type { RequestsStore } from './requests-store.ts';
import type { NewToast, Toasts } from './toasts.ts';

/** Makes and undoes decisions. Shows failures to the person. */
export interface Decisions {
  /**
   * Sets the status of a request. Resolves with true when the request has the status.
   *
   * @param answer The answer to the customer. By default the usual mail, where such mails are on.
   */
  decide(id: string, status: RequestStatus, answer?: Answer): Promise<boolean>;
  /** Returns true, and shows a toast, where this status would take the request back. */
  refuses(id: string, status: RequestStatus): boolean;
  /** Undoes the last decision of this window, however old, with a new change. */
  undo(): Promise<void>;
  /** The request of the last undo. Set when the undo starts. */
  readonly undone: Cell<{ readonly id: string } | null>;
}

interface DecisionsParts {
  readonly api: Api;
  readonly deliveries: Pick<DeliveriesApi, 'ofRequest'>;
  readonly requests: RequestsStore;
  readonly conflicts: ConflictQuestion;
  readonly toasts: Toasts;
  readonly mail: Cell<MailStatus | null>;
  readonly translator: Cell<Translator>;
  readonly call: Call;
}

const usual: Answer = { words: '', mail: 'usual' };

/** Returns the fields that a decision changes beside the status. */
function fieldsOf({ words, mail, dueOn, price, queueNameShown }: Answer): RequestChange {
  const isOnStatusPage = words !== '' && mail !== 'message';
  return {
    ...(dueOn !== undefined && { dueOn }),
    ...(price !== undefined && { price }),
    ...(queueNameShown !== undefined && { queueNameShown }),
    ...(isOnStatusPage && { publicMessage: words }),
  };
}

function noticeOf({ words, mail }: Answer): CustomerNotice | undefined {
  if (mail === 'message') return { message: { text: words } };
  return mail === 'none' ? { customerMail: 'skip' } : undefined;
}

function pick(
  { dueOn, price, queueNameShown = null, publicMessage }: InboxRequest,
  fields: RequestChange,
): RequestChange {
  return {
    ...('dueOn' in fields && { dueOn }),
    ...('price' in fields && { price: amountOf(price) }),
    ...('queueNameShown' in fields && { queueNameShown }),
    ...('publicMessage' in fields && { publicMessage }),
  };
}

/** The `to` of an event of a message. */
interface SentWords {
  readonly text: string;
  readonly deliveryId: string;
}

/** Longest wait of the undo button for the service's answer about mails. */
const lookUpMs = 2000;

export function createDecisions(parts: DecisionsParts): Decisions {
  const { api, deliveries, requests, conflicts, toasts, mail, translator, call } = parts;
  const log = createDecisionLog();
  const undone = createCell<{ readonly id: string } | null>(null);
  let outcomeToast = 0;
  let actions = 0;
  let shownAction = 0;
  const text: Translator['text'] = (...args) => translator.value.text(...args);

  /** Counts the person's actions, because their answers may arrive in another order. */
  function nextAction(): number {
    actions += 1;
    return actions;
  }

  /** Replaces the toast of the previous decision, unless that one reports a later action. */
  function showOutcome(toast: NewToast, action = nextAction()): void {
    if (action < shownAction) return;
    shownAction = action;
    toasts.dismiss(outcomeToast);
    outcomeToast = toasts.show(toast);
  }

  async function decide(id: string, status: RequestStatus, answer: Answer = usual): Promise<boolean> {
    const seen = requests.cell(id).value;
    if (!seen) return false;
    if (seen.status === status) {
      showOutcome({
        text: text('alreadyDecided', { name: shownName(seen.customerName), status: text(`status_${status}`) }),
      });
      return true;
    }
    const fields = fieldsOf(answer);
    const isSilent = answer.mail !== 'usual';
    const words = answer.mail === 'message' ? { words: answer.words } : {};
    const before = pick(seen, fields);
    const at = new Date().toISOString();
    // A decision also marks the request as read.
    const change = { status, ...fields, ...(seen.unread && { unread: false }) };
    return make({ id, from: seen.status, to: status, at, before, isSilent, ...words }, seen, change, answer);
  }

  /** Makes the decision. Trying again sends the same change, because its answer may have been lost. */
  async function make(decision: Decision, seen: InboxRequest, change: RequestChange, answer: Answer): Promise<boolean> {
    const { id, to: status } = decision;
    // Logged before the call, because an undo may precede the response.
    log.push(decision);
    const action = nextAction();
    try {
      const outcome = await requests.change(id, change, noticeOf(answer));
      if (outcome.kind === 'discarded') {
        log.remove(decision);
        return false;
      }
      const message = answer.mail === 'message' ? 'decidedMailed' : await messageOf(decision);
      // It was undone meanwhile, and the undo shows its own outcome.
      if (!log.all().includes(decision)) return false;
      const { slotsOver = 0 } = outcome.after;
      const over = slotsOver > 0 ? [text('slotsOver', { count: slotsOver })] : [];
      const said = text(message, { name: shownName(seen.customerName), status: text(`status_${status}`) });
      showOutcome(
        {
          text: [said, ...over].join(' '),
          action: { label: text('undo'), key: 'undo', run: () => void undoDecision(decision) },
        },
        action,
      );
      return true;
    } catch (error) {
      if (!log.all().includes(decision)) return false;
      // Without a response, as when the page is reloaded, the service may have made it: it can still be undone.
      if (!(error instanceof ApiFailure && error.kind === 'unreachable')) log.remove(decision);
      toasts.show({
        tone: 'bad',
        text: text('decisionFailed', {
          name: shownName(seen.customerName),
          reason: failureText(translator.value, error),
        }),
        action: {
          label: text('tryAgain'),
          run: () => {
            log.remove(decision);
            void make(decision, seen, change, answer);
          },
        },
      });
      return false;
    }
  }

  function refuses(id: string, status: RequestStatus): boolean {
    const seen = requests.cell(id).value;
    if (!seen || seen.status === status || isStep(seen.status, status)) return false;
    const [now, wanted] = [text(`status_${seen.status}`), text(`status_${status}`)];
    showOutcome({ text: text('noStep', { name: shownName(seen.customerName), now, wanted }) });
    return true;
  }

  /**
   * Returns the key of the sentence that reports the decision. Only the service knows the other changes within the
   * undo time, and the earlier notifications of the customer.
   */
  async function messageOf({ id, to }: Decision): Promise<'decided' | 'decidedMailed'> {
    if (mail.value?.tellsStatusChanges !== true || to === 'SPAM') return 'decided';
    const none: readonly Delivery[] = [];
    const late = new Promise<typeof none>((resolve) => setTimeout(resolve, lookUpMs, none));
    return isMailComing(to, await Promise.race([deliveriesOf(id), late])) ? 'decidedMailed' : 'decided';
  }

  async function undo(): Promise<void> {
    const last = log.last();
    if (last === null) showOutcome({ text: text('nothingToUndo') });
    else await undoDecision(last);
  }

  async function undoDecision(decision: Decision): Promise<void> {
    log.remove(decision);
    // The shown toast may report this decision.
    toasts.dismiss(outcomeToast);
    undone.set({ id: decision.id });
    const action = nextAction();
    try {
      const current = await requests.load(decision.id);
      if (current === null) toasts.show({ tone: 'bad', text: text('failureMissing') });
      else await restoreStatus(decision, current, action);
    } catch (error) {
      log.push(decision);
      toasts.show({
        tone: 'bad',
        text: text('undoFailed', { reason: failureText(translator.value, error) }),
        action: { label: text('tryAgain'), run: () => void undoDecision(decision) },
      });
    }
  }

  async function restoreStatus(decision: Decision, current: InboxRequest, action: number): Promise<void> {
    const { id, from, to, before, isSilent } = decision;
    const change = { status: from, ...before };
    // Another person has changed the status since.
    const isContested = current.status !== to && current.status !== from;
    if (isContested && (await conflicts.ask({ change, current })) === 'discard') return;
    const outcome = await requests.change(id, change, isSilent ? { customerMail: 'skip' } : undefined);
    await takeBack(decision);
    if (outcome.kind === 'discarded') return;
    const said = { name: shownName(current.customerName), status: text(`status_${from}`) };
    if (!(await wasNotified(decision))) return showOutcome({ text: text('undoneDecision', said) }, action);
    toasts.show({ text: text('undoneAfterMessage', said), tone: 'bad' });
  }

  /** Takes back the message of the decision. The undo reports a message that was mailed already. */
  async function takeBack({ id, words }: Decision): Promise<void> {
    if (words === undefined) return;
    const events = await api.events(id).catch(() => []);
    const sent = events.map(({ kind, to }) => (kind === 'message' ? (to as SentWords | null) : null));
    const message = sent.findLast((one) => one?.text === words);
    if (message) await call('DELETE', `/requests/${id}/messages/${message.deliveryId}`).catch(() => {});
  }

  /** Returns true also when the customer is about to be notified. A failed call counts as an empty list. */
  async function wasNotified(decision: Decision): Promise<boolean> {
    const [events, sent] = await Promise.all([api.events(decision.id).catch(() => []), deliveriesOf(decision.id)]);
    return isCustomerNotified(decision, { events, deliveries: sent });
  }

  const deliveriesOf = (id: string): Promise<readonly Delivery[]> => deliveries.ofRequest(id).catch(() => []);

  return { decide, refuses, undo, undone };
}
