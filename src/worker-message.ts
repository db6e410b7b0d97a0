/** What a worker tells the process that started it, once. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly address: string }
  | { readonly kind: 'failed'; readonly reason: string };
