/** Checks whether the receivers of channels can be reached, without sending a request. */
export interface ReceiverReach {
  /**
   * Tries every channel of the kind that is enabled or held, oldest first. Rejects when the database cannot be reached.
   */
  tryAll(kind: string, signal: AbortSignal): Promise<readonly ReceiverContact[]>;
}

export interface ReceiverContact {
  readonly channel: { readonly id: string; readonly name: string };
  /** The cause of the failure, as a sentence without a full stop, or null when the connection succeeded. */
  readonly fault: string | null;
  /** False when the URL cannot be read with this `SECRETS_KEY`. */
  readonly hasSecret: boolean;
  /** When the receiver's certificate is valid, or null without TLS or without verification. */
  readonly certificate: { readonly from: Date; readonly to: Date } | null;
}
