import type { Call } from '../api/call.ts';
import type { InboxRequest } from '../api/shapes.ts';
import type { Cell } from '../cells/cell.ts';
import { failureText } from '../language/failure-text.ts';
import { shownName } from '../language/shown-name.ts';
import type { Translator } from '../language/translator-context.ts';
import type { Toasts } from './toasts.ts';

type Addressed = Pick<InboxRequest, 'id' | 'customerName'>;

/** Messages to customers in place of the usual mail about a decision. */
export interface DecisionMessages {
  /** Sends the words, to be mailed when the time for an undo is over. Shows a failure, with a button to try again. */
  send(request: Addressed, words: string): Promise<void>;
  /** Takes back what was sent with the last decision about the request, unless it was mailed already. */
  takeBack(requestId: string): Promise<void>;
}

export interface DecisionMessagesParts {
  readonly call: Call;
  readonly toasts: Toasts;
  readonly translator: Cell<Translator>;
}

export function createDecisionMessages({ call, toasts, translator }: DecisionMessagesParts): DecisionMessages {
  /** The messages by request: an undo waits for one that is still being sent. */
  const sent = new Map<string, Promise<string | null>>();

  async function post({ id, customerName }: Addressed, words: string): Promise<string | null> {
    try {
      const body = { text: words };
      return (await call<{ deliveryId: string }>('POST', `/requests/${id}/messages`, { body })).deliveryId;
    } catch (error) {
      const { text } = translator.value;
      toasts.show({
        tone: 'bad',
        text: text('wordsUnsent', { name: shownName(customerName), reason: failureText(translator.value, error) }),
        action: { label: text('tryAgain'), run: () => void send({ id, customerName }, words) },
      });
      return null;
    }
  }

  async function send(request: Addressed, words: string): Promise<void> {
    const posted = post(request, words);
    sent.set(request.id, posted);
    await posted;
  }

  return {
    send,
    async takeBack(requestId) {
      const deliveryId = await sent.get(requestId);
      sent.delete(requestId);
      // A message that was mailed already stays sent, and the undo says so.
      if (deliveryId) await call('DELETE', `/requests/${requestId}/messages/${deliveryId}`).catch(() => {});
    },
  };
}
