import { requestNumberOf } from '../../../intake/submission/request-number.ts';
import type { RequestAnswer } from '../../../requests/facets/answers/request-answer.ts';
import type { Dispatch, DispatchedRequest } from '../../ledger/delivery.ts';
import { cut } from '../../notices/cut.ts';
import type { WebhookField, WebhookSettings } from './webhook-settings.ts';

/** Returns the URL of a request in the inbox. */
type RequestUrl = (requestId: string) => string;

const mostBytes = 20_000;
/** Maximum characters of a text. The next limit applies when the whole body is too long. */
const textLimits = [2000, 500, 100] as const;
const mostItems = 20;
/** As many as a form has questions. */
const mostAnswers = 40;

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
    ...Object.fromEntries(fields.map((field) => [field, cutField(request, field, limit)])),
  };
  const statuses = type === 'request.status_changed' ? { from: facts?.from, to: facts?.to } : {};
  const opening = isOfStudio(type) ? { state: facts?.state, reason: facts?.reason } : {};
  return JSON.stringify({ type, timestamp: createdAt, data: { ...ids, ...statuses, ...opening, ...shown } });
}

function isOfStudio(type: Dispatch['type']): boolean {
  return type === 'studio.opened' || type === 'studio.closed';
}

function cutField(request: DispatchedRequest, field: WebhookField, limit: number) {
  if (field === 'answers') return request.answers.slice(0, mostAnswers).map((answer) => cutAnswer(answer, limit));
  const value = request[field];
  return typeof value === 'string' ? cut(value, limit) : value && cutAll(value, limit);
}

function cutAll(values: readonly string[], limit: number): readonly string[] {
  return values.slice(0, mostItems).map((item) => cut(item, limit));
}

/** In English, as are the names of extras. */
function cutAnswer({ label, words, value, ...answer }: RequestAnswer, limit: number): object {
  const names = words.map(({ en = '' }) => en);
  const own = typeof value === 'string' ? cut(value, limit) : value;
  return {
    ...answer,
    id: cut(answer.id, limit),
    label: label && cut(label.en ?? '', limit),
    value: typeof own === 'object' ? cutAll(own, limit) : own,
    words: cutAll(names, limit),
  };
}

/** Returns a message without any text of the customer, so it cannot mention a person. */
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
