import type { PoolClient } from 'pg';
import { personKey } from '../../../intake/submission/mailbox.ts';
import type { Dispatch } from '../../ledger/delivery.ts';
import { mailSettings } from './mail-settings.ts';

/** Confirmations to one mailbox within 24 hours. Within one hour there is one. */
const mostInDay = 3;
/** Confirmations of requests from one network within an hour, to all mailboxes. */
const mostOfNetwork = 10;

/** Key of an advisory lock. No other user of the same server may use this number. */
const lockKey = 7_239_105_543;

// A confirmation counts from its first attempt until it fails, so a later one leaves the turn to one that is retried.
const decideText = `
  with asked as (
    select d.id, wanted.mailbox, r.guard ->> 'network' as network, d.is_asked_for, d.created_at,
      row_number() over (partition by wanted.mailbox order by d.is_asked_for desc, d.created_at, d.id) as rank
    from json_to_recordset($1) as wanted (id uuid, mailbox text) join deliveries d on d.id = wanted.id
      left join commission_requests r on r.id = d.request_id
  ), of_person as (
    select asked.*,
      asked.is_asked_for or (asked.rank = 1 and counted.in_hour = 0 and counted.in_day < ${mostInDay}) as is_admitted
    from asked cross join lateral (
      select count(*) as in_day,
        count(*) filter (where d.finished_at is null or d.finished_at > now() - interval '1 hour') as in_hour
      from deliveries d
      where d.mailbox = asked.mailbox and d.state in ('pending', 'sending', 'delivered', 'uncertain')
        and (d.finished_at is null or d.finished_at > now() - interval '1 day')
        and d.id not in (select id from asked)
    ) counted
  ), of_network as (
    select of_person.*, count(*) filter (where is_admitted)
      over (partition by network order by is_asked_for desc, created_at, id) as rank_in_network
    from of_person
  ), decided as (
    select of_network.id, of_network.mailbox, of_network.network,
      is_admitted and (is_asked_for or of_network.network is null or rank_in_network + counted.in_hour <= ${mostOfNetwork}) as is_admitted
    from of_network cross join lateral (
      select count(*) as in_hour from deliveries d
      where d.network = of_network.network and d.state in ('pending', 'sending', 'delivered', 'uncertain')
        and (d.finished_at is null or d.finished_at > now() - interval '1 hour')
        and d.id not in (select id from asked)
    ) counted
  ), admitted as (
    update deliveries d set mailbox = decided.mailbox, network = decided.network from decided where d.id = decided.id and decided.is_admitted
  )
  update deliveries d
  set state = 'cancelled', cancel_cause = 'confirmation-limit', finished_at = now(), lease_until = null,
      attempt = d.attempt - 1, mailbox = null, network = null
  from decided where d.id = decided.id and not decided.is_admitted
  returning d.id`;

/**
 * Returns the dispatches that may be sent. A person gets at most one confirmation in an hour and three in a day, with dots
 * and a plus in the address too, and the requests of one network get ten in an hour (O27); the others are cancelled. A
 * confirmation that a person sends again is always sent, and counts.
 * @param client in the transaction that claimed the dispatches. It waits for other processes that decide.
 */
export async function limitConfirmations(
  client: PoolClient,
  dispatches: readonly Dispatch[],
): Promise<readonly Dispatch[]> {
  const wanted = dispatches.flatMap((dispatch) => {
    const address = confirmedAddress(dispatch);
    return address === null ? [] : [{ id: dispatch.id, mailbox: personKey(address) }];
  });
  if (wanted.length === 0) return dispatches;
  // A statement of its own, so that the next one sees all decisions under the lock before.
  await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
  const { rows } = await client.query<{ id: string }>(decideText, [JSON.stringify(wanted)]);
  const leftOut = new Set(rows.map(({ id }) => id));
  return dispatches.filter(({ id }) => !leftOut.has(id));
}

/** Returns the address that the confirmation goes to, or null when the dispatch is no confirmation. */
function confirmedAddress({ type, request, channel }: Dispatch): string | null {
  if (type !== 'request.created' || request === null || channel.kind !== 'mail') return null;
  return mailSettings.parse(channel.settings).audience === 'customers' ? request.customerEmail : null;
}
