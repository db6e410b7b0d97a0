import type { OwnersEventKind } from '../../../src/events/event-kinds.ts';
import type { RequestEvent, RequestStatus } from '../api/shapes.ts';
import type { Formats, Money } from '../language/formats.ts';
import type { Translator } from '../language/translator-context.ts';

/** Returns a sentence that describes the event. */
export function eventText(
  { kind, from, to }: RequestEvent,
  { text, list }: Translator,
  { day, money }: Formats,
): string {
  const status = (value: unknown) => text(`status_${value as RequestStatus}`);
  switch (kind) {
    case 'created':
      return text('eventCreated');
    case 'status':
      return text('eventStatus', { from: status(from), to: status(to) });
    case 'note':
      return text('eventNote');
    case 'due':
      return typeof to === 'string' ? text('eventDue', { day: day(to, Date.now()) }) : text('eventDueNone');
    case 'labels':
      return labelsText(textsOf(from), textsOf(to), text, list);
    case 'public-message':
      return text(to === null ? 'eventMessageNone' : 'eventMessage');
    case 'download':
      return text('eventDownload');
    case 'export':
      return text('eventExport');
    case 'status-link':
      return text('eventStatusLink');
    case 'released':
      return text('eventReleased');
    case 'arrival':
      return text(to === 'closed' ? 'eventArrival_closed' : 'eventArrival_full');
    case 'rank':
      return text('eventRank');
    case 'queue-name':
      return text(to === true ? 'eventQueueName' : 'eventQueueNameNone');
    case 'price':
      return to === null ? text('eventPriceNone') : text('eventPrice', { price: money(to as Money) });
    case 'message':
      return text(to === null ? 'eventTakenBack' : 'eventSent');
    case 'erasure':
      return text('eventErased');
    case 'sign-in':
      return text('eventSignIn');
    case 'sign-in-failed':
      return text('eventSignInFailed');
    default:
      // The owners' history has sentences of its own for these. A later version of the service may send unknown kinds.
      return kind satisfies OwnersEventKind;
  }
}

function labelsText(
  from: readonly string[],
  to: readonly string[],
  text: Translator['text'],
  list: Translator['list'],
) {
  const added = to.filter((label) => !from.includes(label));
  const removed = from.filter((label) => !to.includes(label));
  const sentences = [
    added.length > 0 && text('eventLabelsAdded', { count: added.length, labels: list(added) }),
    removed.length > 0 && text('eventLabelsRemoved', { count: removed.length, labels: list(removed) }),
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns the name of the actor. */
export function actorText({ kind, name }: RequestEvent['actor'], { text }: Translator): string {
  if (kind === 'customer') return text('actorCustomer');
  if (kind === 'rule') return text('actorRule');
  if (kind === 'system') return text('actorService');
  if (name === null) return text(kind === 'token' ? 'actorToken' : 'actorGone');
  return kind === 'token' ? text('actorTokenNamed', { name }) : name;
}
