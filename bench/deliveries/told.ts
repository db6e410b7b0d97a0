import type { BenchDatabase } from '../database.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/** A database with a webhook. */
export interface Told {
  readonly receiver: WebhookReceiver;
  readonly database: BenchDatabase;
  readonly channelId: string;
  /** Of the server, whatever database it works for. */
  databaseCpuMs(): Promise<number>;
}

export interface DeliveryOptions {
  readonly rounds: number;
  /** That wait when the backlog is begun. */
  readonly deliveries: number;
  log(line: string): void;
}
