import { DatabaseError } from 'pg';
import type { ChannelView } from '../kind/channel-shape.ts';
import type { Shown } from '../kind/kind.ts';

export const channelColumns = 'id, kind, name, state, types, settings, sealed, created_at';

export interface ChannelRow extends Omit<ChannelView, 'hasSecret' | 'previousSecretsUntil' | 'createdAt'> {
  readonly sealed: string | null;
  readonly created_at: Date;
}

export function viewOf({ id, kind, name, state, types, created_at: createdAt }: ChannelRow, shown: Shown): ChannelView {
  return { id, kind, name, state, types, ...shown, createdAt };
}

const sendsCheck = 'delivery_channels_sends_check';

/** Returns `sends-nothing` when the table rejects the change, because the channel has no event to send. */
export async function unlessSendsNothing<T>(change: Promise<T>): Promise<T | 'sends-nothing'> {
  return change.catch((error: unknown) => {
    if (error instanceof DatabaseError && error.constraint === sendsCheck) return 'sends-nothing' as const;
    throw error;
  });
}
