/** The proxy between one replica and one of its stores. */
export interface StoreAccess {
  /** The proxy's port on 127.0.0.1. */
  readonly port: number;
  /** Resolves when the store has processed every call of dead senders, including late calls. */
  settled(): Promise<void>;
  close(): Promise<void>;
}
