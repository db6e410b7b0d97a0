import { storedEntries } from '../../intake/submission/request-fields.ts';

const fields = storedEntries.map(([name]) => name);
const first = [
  'id',
  'number',
  'createdAt',
  'status',
  'version',
  'unread',
  'dueOn',
  'labels',
  'publicMessage',
  ...fields,
];

/** The keys in the order of the operators' API. Later facets follow. */
export const apiOrder: readonly string[] = [
  ...first,
  ...['extras', 'studioRevision', 'arrival', 'rank', 'slotsOver', 'files', 'held', 'seenBefore'],
  ...['queueName', 'queueNameShown', 'signals', 'chosen', 'answers', 'missing', 'terms', 'termsState', 'estimate'],
  'price',
];

/** The keys in the order of JSON Lines, which programs may compare with earlier ones. Later facets follow. */
export const exportOrder: readonly string[] = [
  ...first,
  ...['studioRevision', 'extras', 'files', 'arrival', 'rank', 'chosen', 'answers', 'missing', 'terms', 'termsState'],
  ...['estimate', 'queueName', 'queueNameShown', 'held', 'signals', 'price'],
];

/** Returns the object with the named keys first. */
export function inOrder<T extends object>(order: readonly string[], object: T): T {
  const named = order.filter((name) => Object.hasOwn(object, name)).map((name) => [name, object[name as keyof T]]);
  return Object.assign(Object.fromEntries(named), object);
}
