/** Changes of how the studio works, with what gives access to it. The owners' history alone has them: no feed, no thread. */
export const ownersEventKinds = ['block', 'token', 'invitation', 'account', 'channel', 'view', 'studio'] as const;

export type OwnersEventKind = (typeof ownersEventKinds)[number];

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
  ...ownersEventKinds,
] as const;

export type EventKind = (typeof eventKinds)[number];
