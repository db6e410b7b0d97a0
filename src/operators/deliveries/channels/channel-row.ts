import { DatabaseError } from 'pg';
import type { ChannelKind, ChannelState, EventType } from '../ledger/delivery.ts';
import type { ChannelView } from './channels.ts';

export const channelColumns = 'id, kind, name, state, types, settings, sealed, created_at';

export interface ChannelRow {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly state: ChannelState;
  readonly types: readonly EventType[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly sealed: string | null;
  readonly created_at: Date;
}

type SecretFacts = Pick<ChannelView, 'hasSecret' | 'previousSecretsUntil'>;

/** The facts of a channel that has no secret to lose, or a new one. */
export const freshSecret: SecretFacts = { hasSecret: true, previousSecretsUntil: [] };

export function viewOf(row: ChannelRow, secretFacts: SecretFacts): ChannelView {
  const { id, kind, name, state, types, settings, created_at: createdAt } = row;
  return { id, kind, name, state, types, settings, ...secretFacts, createdAt };
}

const sendsCheck = 'delivery_channels_sends_check';

/** Returns `sends-nothing` when the table rejects the change, because the channel would never send anything. */
export async function unlessSendsNothing<T>(change: Promise<T>): Promise<T | 'sends-nothing'> {
  return change.catch((error: unknown) => {
    if (error instanceof DatabaseError && error.constraint === sendsCheck) return 'sends-nothing' as const;
    throw error;
  });
}
