import type { BenchDatabase } from '../database.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/** A database with a webhook. */
export interface WebhookSetup {
  readonly receiver: WebhookReceiver;
  readonly database: BenchDatabase;
  readonly channelId: string;
  /** Resolves with the CPU time of the server, for all its databases. */
  databaseCpuMs(): Promise<number>;
}

export interface DeliveryOptions {
  readonly rounds: number;
  /** The number of deliveries that wait when the backlog starts. */
  readonly deliveries: number;
  log(line: string): void;
}
