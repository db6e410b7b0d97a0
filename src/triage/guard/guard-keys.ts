import { createHmac, type KeyObject } from 'node:crypto';

/** Values that are compared without being kept in the clear. */
const guardKeyKinds = ['email', 'domain', 'network', 'words'] as const;
type GuardKeyKind = (typeof guardKeyKinds)[number];

/** Returns the keyed hash of a value: equal for equal values of a kind, in this studio alone. Lower-case hex. */
export type GuardKeyOf = (kind: GuardKeyKind, value: string) => string;

/** @param secret The database's. The key of the hashes derives from it, and is used for nothing else. */
export async function readGuardKeys(secret: () => Promise<KeyObject>): Promise<GuardKeyOf> {
  const key = createHmac('sha256', await secret())
    .update('guard keys')
    .digest();
  return (kind, value) => createHmac('sha256', key).update(`${kind} ${value}`).digest('hex').slice(0, 32);
}
