import { isDeepStrictEqual } from 'node:util';
import type { Stored } from '../kind/kind.ts';
import type { ChannelRow } from './channel-row.ts';

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
