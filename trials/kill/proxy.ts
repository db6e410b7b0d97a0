/** Stands between one replica and one of its stores. */
export interface Proxy {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Resolves when every call that was to arrive late has arrived. */
  settled(): Promise<void>;
  close(): Promise<void>;
}
