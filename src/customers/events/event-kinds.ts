export const eventKinds = [
  'created',
  'status',
  'note',
  'due',
  'labels',
  'public-message',
  'download',
  'export',
  'message',
  'erasure',
  'sign-in',
  'sign-in-failed',
  'status-link',
  'released',
  'arrival',
  'rank',
  'queue-name',
] as const;

export type EventKind = (typeof eventKinds)[number];
