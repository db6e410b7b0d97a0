/** Changes of how the studio works, and of access to it. Only the owners' history has them: no feed, no thread. */
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
  'price',
  ...ownersEventKinds,
] as const;

export type EventKind = (typeof eventKinds)[number];

/** The kinds of entries: additions to a request after its arrival. Operators see all, customers some of them. */
export const entryReaders = {
  note: 'operators',
  message: 'customer',
  'public-message': 'customer',
} as const satisfies { readonly [Kind in EventKind]?: 'operators' | 'customer' };

export type EntryKind = keyof typeof entryReaders;

/** A kind of entry that customers see. */
export type ShownEntryKind = {
  [Kind in EntryKind]: (typeof entryReaders)[Kind] extends 'customer' ? Kind : never;
}[EntryKind];
