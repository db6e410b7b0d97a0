import { requestNumberOf } from '../../../../customers/submission/request-number.ts';
import type { Dispatch, DispatchedRequest } from '../../ledger/delivery.ts';
import { cut } from '../../notices/cut.ts';
import type { WebhookField, WebhookSettings } from './webhook-settings.ts';

/** Returns the URL of a request in the inbox. */
export type RequestUrl = (requestId: string) => string;

const mostBytes = 20_000;
/** Maximum characters of a text. The next limit applies when the whole body is too long. */
const textLimits = [2000, 500, 100] as const;
const mostItems = 20;

/** Returns the JSON to send, below 20 kB. Only the fields that `settings` selects can contain untrusted texts. */
export function webhookBody(dispatch: Dispatch, settings: WebhookSettings, requestUrl: RequestUrl): string {
  if (settings.format === 'discord') return discordBody(dispatch, requestUrl);
  for (const limit of textLimits) {
    const body = standardBody(dispatch, settings.fields, limit, requestUrl);
    if (Buffer.byteLength(body) < mostBytes) return body;
  }
  return standardBody(dispatch, [], 0, requestUrl);
}

function standardBody(
  { type, createdAt, facts, requestId, request }: Dispatch,
  fields: readonly WebhookField[],
  limit: number,
  requestUrl: RequestUrl,
): string {
  const ids = requestId === null ? {} : { id: requestId, number: requestNumberOf(requestId) };
  const shown = request && {
    url: requestUrl(request.id),
    receivedAt: request.createdAt,
    ...Object.fromEntries(fields.map((field) => [field, cutAll(request[field], limit)])),
  };
  const statuses = type === 'request.status_changed' ? { from: facts?.from, to: facts?.to } : {};
  const opening = isOfStudio(type) ? { state: facts?.state, reason: facts?.reason } : {};
  return JSON.stringify({ type, timestamp: createdAt, data: { ...ids, ...statuses, ...opening, ...shown } });
}

function isOfStudio(type: Dispatch['type']): boolean {
  return type === 'studio.opened' || type === 'studio.closed';
}

function cutAll(value: DispatchedRequest[WebhookField], limit: number) {
  if (value === null || typeof value === 'string') return value && cut(value, limit);
  return value.slice(0, mostItems).map((item) => cut(item, limit));
}

/** Returns a message without any text of the customer, which cannot mention anybody. */
function discordBody({ type, facts, requestId, request }: Dispatch, requestUrl: RequestUrl): string {
  const number = requestId === null ? '' : requestNumberOf(requestId);
  const link = request ? `: ${requestUrl(request.id)}` : '';
  // The hidden channel alone has notices.
  const content = {
    'request.created': `New request ${number}${link}`,
    'request.status_changed': `Request ${number} is now ${facts?.to}${link}`,
    'request.erased': `Request ${number} was erased`,
    'request.message': `A message about request ${number}${link}`,
    'studio.opened': 'The form is open',
    'studio.closed':
      facts?.state === 'waitlist' ? 'The form is full: requests go to the waiting list' : 'The form is closed',
    digest: 'New requests',
    test: 'A test from your commission inbox. It works.',
  }[type as Exclude<typeof type, 'notice'>];
  return JSON.stringify({ content, allowed_mentions: { parse: [] } });
}
