import type { Actor } from '../../../events/events.ts';
import type { CustomerMessages } from '../../../requests/entries/message/customer-messages.ts';
import { found, problems } from '../problems/problem.ts';

/** Sends a message to the customer. @throws {ProblemError} 404 without the request, 409 when it is held or no channel sends */
export async function sendMessage(messages: CustomerMessages, id: string, text: string, actor: Actor) {
  const sent = found(await messages.send(id, text, actor));
  if (sent === 'held') throw problems.requestHeld();
  if (sent === 'no-channel') throw problems.noMailChannel();
  return sent;
}
