import type { AttemptCause } from './attempt-cause.ts';
import type { Dispatch, SenderKind } from './delivery.ts';

/** The outcome of an attempt. Senders report the outcome. The ledger decides on the consequence. */
export interface Outcome {
  readonly result: Result;
  readonly cause: AttemptCause;
  /** The outcome as one English sentence, for people. */
  readonly detail: string;
  /** The status code of the response, or null without a response. */
  readonly status: number | null;
  /** The beginning of the response, about 1 KiB at most, or null without a response. */
  readonly response: string | null;
  /** For a `retry`: the minimum pause that the receiver asks for, at most a day. */
  readonly pauseMs?: number | undefined;
  /** For a `failed`: the receiver refuses further deliveries, so the channel is disabled. */
  readonly isGone?: boolean | undefined;
  /** True when the server rejected the address that a customer typed. The channel is not at fault then. */
  readonly isRecipientRejected?: boolean | undefined;
}

/**
 * `delivered`: the receiver accepted the delivery. `retry`: the receiver may accept it later. `failed`: it never will.
 * `uncertain`: the receiver may have accepted it, so only a person may send it again.
 */
export const results = ['delivered', 'retry', 'failed', 'uncertain'] as const;
export type Result = (typeof results)[number];

/** Sends the deliveries of channels of one kind. */
export interface Sender {
  readonly kind: SenderKind;
  /** The fate of a delivery whose process was lost during an attempt. */
  readonly afterLoss: 'repeat' | 'uncertain';
  /**
   * Composes the text that is sent, stored with the delivery and shown to owners. Called at the first attempt; later attempts
   * send the same text. A rejection counts as a `retry`, shown with the message of a `NotComposedError`.
   */
  compose(dispatch: Dispatch): Promise<string>;
  /** Makes one attempt, ended after `sendLimitMs` or by the signal. Rejects only for internal errors: each is a `retry`. */
  send(dispatch: Dispatch, body: string, signal: AbortSignal): Promise<Outcome>;
}

/** The delivery cannot be composed until the problem in the message is solved. */
export class NotComposedError extends Error {
  override readonly name: string = 'NotComposedError';
}

/** Maximum duration of an attempt. The lease is three times as long, so that it needs no renewal. */
export const sendLimitMs = 20_000;

/** The outcome when the secret of the channel was sealed with another key. */
export const lostSecret: Outcome = {
  result: 'retry',
  cause: 'secret-lost',
  detail: 'The secret of the channel cannot be read with the SECRETS_KEY of this process: rotate it, or enter it again',
  status: null,
  response: null,
};
