import { DatabaseError } from 'pg';

const sendsCheck = 'delivery_channels_sends_check';

/** Returns `sends-nothing` when the table rejects the change, because the channel would never send anything. */
export async function unlessSendsNothing<T>(change: Promise<T>): Promise<T | 'sends-nothing'> {
  return change.catch((error: unknown) => {
    if (error instanceof DatabaseError && error.constraint === sendsCheck) return 'sends-nothing' as const;
    throw error;
  });
}
