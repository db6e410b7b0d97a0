/** Whether the receivers of webhooks can be reached. Nothing is sent to them. */
export interface WebhookReach {
  /** Of every webhook that is not disabled, in the order in which they were made. Rejects when the database cannot be reached. */
  tryAll(signal: AbortSignal): Promise<readonly WebhookContact[]>;
}

export interface WebhookContact {
  readonly channel: { readonly id: string; readonly name: string };
  /** Why nothing can be sent, as a sentence without a full stop; null when a connection was made. */
  readonly fault: string | null;
  /** False when the URL cannot be read with this `SECRETS_KEY`. */
  readonly hasSecret: boolean;
  /** When the receiver's certificate ends; null without TLS, and when it is not verified. */
  readonly certificateEnd: Date | null;
}
