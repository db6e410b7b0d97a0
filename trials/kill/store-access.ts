/** The way of one replica to one of its stores. */
export interface StoreAccess {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Resolves when the store is done with every call whose sender is dead, those that were to arrive late too. */
  settled(): Promise<void>;
  close(): Promise<void>;
}
