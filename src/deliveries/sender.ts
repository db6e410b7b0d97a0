import type { ChannelKind, Dispatch } from './delivery.ts';
import type { TryCause } from './try-cause.ts';

/** How a try ended. Senders report it; the ledger decides what follows. */
export interface Outcome {
  readonly result: Result;
  readonly cause: TryCause;
  /** For people: what happened, in one sentence of English. */
  readonly detail: string;
  /** The status that the other side gave; null when there was none. */
  readonly status: number | null;
  /** The beginning of its answer, at most 1 KiB of UTF-8; null when there was none. */
  readonly response: string | null;
  /** Of a `retry`: the other side asks for at least this pause, at most a day. */
  readonly pauseMs?: number | undefined;
  /** Of a `failed`: the other side wants nothing more, so that the channel is disabled. */
  readonly isGone?: boolean | undefined;
  /** Of a `failed`: it says nothing of the channel, for the server refused what a customer has typed. */
  readonly isCustomers?: boolean | undefined;
}

/**
 * `delivered`: the other side has taken it. `retry`: it has not, and may later. `failed`: it never will. `uncertain`: nobody knows,
 * and only a person may send it again.
 */
export type Result = 'delivered' | 'retry' | 'failed' | 'uncertain';

/** Sends what goes to channels of one kind. */
export interface Sender {
  readonly kind: ChannelKind;
  /** What becomes of a delivery whose process was not heard of again while it sent it. */
  readonly afterLoss: 'repeat' | 'uncertain';
  /**
   * What is sent, as text that is kept with the delivery and shown to owners. Called at the first try; later ones send the same text.
   * A rejection counts as a `retry`; a `NotComposedError` is shown with it.
   */
  compose(dispatch: Dispatch): Promise<string>;
  /** One try, ended after `sendLimitMs` or by the signal. Rejects only for a fault of ours, which counts as a `retry`. */
  send(dispatch: Dispatch, body: string, signal: AbortSignal): Promise<Outcome>;
}

/** What is to be mended before anything can be sent. The message is for people. */
export class NotComposedError extends Error {
  override readonly name: string = 'NotComposedError';
}

/** A try takes no longer. The lease is three times as long, so that it needs no renewal. */
export const sendLimitMs = 20_000;
