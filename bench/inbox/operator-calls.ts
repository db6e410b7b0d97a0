import { fadedWord, plantedWords } from './fill-inbox.ts';

/** One HTTP request of an operator, below the API's path. */
export interface OperatorCall {
  readonly name: string;
  /** Returns null while the page before it has not been seen. */
  request(seen: Seen): CallRequest | null;
}

interface CallRequest {
  readonly path: string;
  /** The body of a PATCH. Without a body the call is a GET. */
  readonly body?: unknown;
}

/** The data that earlier responses contained. */
export interface Seen {
  /** From lists without a filter. */
  next: string | null;
  requests: readonly { readonly id: string; readonly number: string; readonly version: number }[];
  feedCursor: string | null;
}

const day = 24 * 60 * 60_000;
const dateAgo = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);

function list(name: string, query: Readonly<Record<string, string>>): OperatorCall {
  return { name, request: () => ({ path: `requests?${new URLSearchParams(query)}` }) };
}

function search(name: string, q: string, query: Readonly<Record<string, string>> = {}): OperatorCall {
  return list(`search: ${name}`, { q, ...query });
}

function ofSeen(name: string, path: (request: Seen['requests'][number]) => CallRequest): OperatorCall {
  return {
    name,
    request({ requests }) {
      const request = requests[Math.floor(Math.random() * requests.length)];
      return request === undefined ? null : path(request);
    },
  };
}

/** Every list includes its counts, like the API's default. */
export const operatorCalls: readonly OperatorCall[] = [
  list('first page', {}),
  {
    name: 'next page',
    request: ({ next }) => (next === null ? null : { path: `requests?cursor=${next}` }),
  },
  list('sort: oldest', { sort: 'oldest' }),
  list('sort: due', { sort: 'due' }),
  list('sort: changed', { sort: 'changed' }),
  list('sort: due, of one status', { sort: 'due', status: 'IN_PROGRESS' }),
  list('sort: changed, of one status', { sort: 'changed', status: 'SPAM' }),
  list('status, rare', { status: 'IN_PROGRESS' }),
  list('status, two', { status: 'NEW,WAITLISTED' }),
  list('type', { type: 'type-11' }),
  list('type and status', { type: 'type-11', status: 'ACCEPTED' }),
  list('label', { label: 'label-30' }),
  list('label and status', { label: 'label-0', status: 'IN_PROGRESS' }),
  list('from and to', { from: dateAgo(400), to: dateAgo(370) }),
  list('unread', { unread: 'true' }),
  list('unread and status', { unread: 'true', status: 'IN_PROGRESS' }),
  list('read', { unread: 'false' }),
  list('with files', { hasFiles: 'true' }),
  list('without files, rare status', { hasFiles: 'false', status: 'IN_PROGRESS' }),
  list('due before', { dueBefore: dateAgo(700) }),
  search('rare word', plantedWords.rare.text),
  search('frequent word', plantedWords.frequent.text),
  search('common word', plantedWords.common.text),
  search('common word, rare status', plantedWords.common.text, { status: 'IN_PROGRESS' }),
  search('word of old requests', fadedWord.text),
  search('two characters', plantedWords.dense.text),
  search('nothing', 'no such thing'),
  ofSeen('search: number', ({ number }) => ({ path: `requests?q=${number}` })),
  ofSeen('detail', ({ id }) => ({ path: `requests/${id}` })),
  ofSeen('events', ({ id }) => ({ path: `requests/${id}/events` })),
  ofSeen('change', ({ id, version }) => ({
    path: `requests/${id}`,
    body: { version, labels: [`label-${Math.floor(Math.random() * 40)}`] },
  })),
  {
    name: 'feed',
    request: ({ feedCursor }) => ({ path: feedCursor === null ? 'changes' : `changes?after=${feedCursor}` }),
  },
];
