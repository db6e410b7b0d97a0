import { isDeepStrictEqual } from 'node:util';
import { DatabaseError } from 'pg';
import type { ChannelView } from '../kind/channel-shape.ts';
import type { Shown, Stored } from '../kind/kind.ts';

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

/** The facts of a channel in the owners' history. Its settings may hold addresses of people, so they are left out. */
export const channelFacts = ({ id, kind, name, state, types }: ChannelRow) => ({ id, kind, name, state, types });

/** Returns the names of the differences, without values: members of the channel and of its settings, and `secret`. */
export function changedMembers(before: ChannelRow, after: ChannelRow, secrets: Stored['secrets']): readonly string[] {
  const [from, to] = [membersOf(before), membersOf(after)];
  const changed = Object.keys({ ...from, ...to }).filter((member) => !isDeepStrictEqual(from[member], to[member]));
  return secrets === 'keep' || secrets === null ? changed : [...changed, 'secret'];
}

function membersOf({ name, state, types, settings }: ChannelRow): Readonly<Record<string, unknown>> {
  return { ...settings, name, state, types };
}
