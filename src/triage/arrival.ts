import type { RequestStatus } from '../events/statuses.ts';
import { networkOf } from '../intake/submission/client-network.ts';
import type { GuardedArrival, JudgedBy, Judging } from '../intake/submission/guarded-arrival.ts';
import type { Transaction } from '../platform/database/transaction.ts';
import type { GuardKeyOf } from './guard/guard-keys.ts';

/** A request that waits for its judgement. */
export interface Arrival {
  readonly id: string;
  readonly judging: Judging;
  /** By the database's clock. */
  readonly at: Date;
  readonly status: RequestStatus;
  readonly typeId: string | null;
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly bytes: number;
  /** The keyed hash of the sender's network. Null when it was stored while nothing counted by it. */
  readonly network: string | null;
  /** Null when the guard does not judge it. */
  readonly sent: GuardedArrival | null;
}

/** An arrival that the guard judges. */
export type GuardedRequest = Arrival & { readonly sent: GuardedArrival };

/** Key of an advisory lock. No other user of the same server may use this number. */
const lockKey = 7_239_105_544;

/**
 * The statement that waits for its turn in a transaction. Counted rows must be committed before the next count, so that of
 * three replicas one judges at a time.
 */
export const turnText = `select pg_advisory_xact_lock(${lockKey})`;

export const anyWaitingText = `select exists (select from commission_requests where judging is not null) as "isAny"`;

// Those that are being erased or changed come with the next poll.
const arrivalsText = `
  select r.id, r.judging, coalesce(r.arrived_at, r.created_at) as at, r.status, r.type_id as "typeId",
    r.customer_name as name, r.customer_email as email, r.message, r.guard,
    (select coalesce(sum(f.file_size), 0)::float8 from commission_request_files f where f.request_id = r.id) as bytes
  from commission_requests r
  where r.judging is not null and not exists (select from upload_intents i where i.request_id = r.id)
  order by coalesce(r.arrived_at, r.created_at), r.id limit $1 for no key update of r skip locked`;

type ArrivalRow = Omit<Arrival, 'network' | 'sent'> & Pick<JudgedBy, 'guard'>;

/** Locks the requests that have arrived whole and wait, in the order of their arrival. */
export async function lockArrivals(client: Transaction, limit: number, keyOf: GuardKeyOf): Promise<readonly Arrival[]> {
  const { rows } = await client.query<ArrivalRow>(arrivalsText, [limit]);
  return rows.map(({ guard, ...row }) => {
    if (guard === null || !('began' in guard)) return { ...row, network: guard?.network ?? null, sent: null };
    const { address } = guard;
    return { ...row, network: address === undefined ? null : keyOf('network', networkOf(address)), sent: guard };
  });
}

export function isGuarded(arrival: Arrival): arrival is GuardedRequest {
  return arrival.sent !== null;
}
