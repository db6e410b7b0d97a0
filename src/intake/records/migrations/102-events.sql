-- The service alone knows the kinds of events. A function, as for the status of a request.
create function is_event_actor(kind text, id uuid) returns boolean language plpgsql immutable parallel safe as $$
begin
  return case when id is null then kind in ('customer', 'system', 'rule') else kind in ('operator', 'token') end;
end
$$;

-- What happened, append-only. The order of the feed is (epoch, tx, seq): a transaction takes its `seq` before it commits, so
-- `seq` alone would show a late commit behind later events. Transaction ids begin anew in another cluster; a restore
-- raises the default of `epoch`.
create table request_events (
  epoch int not null default 0,
  tx xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  at timestamptz not null default now(),
  -- Null for what concerns no request. No foreign key: the event of an erasure outlives its request.
  request_id uuid,
  actor_kind text not null,
  actor_id uuid,
  kind text not null,
  "from" jsonb,
  "to" jsonb,
  -- The entries whose texts the event has. No foreign keys: both end with the request.
  from_entry bigint,
  to_entry bigint,
  primary key (epoch, tx, seq),
  check (is_event_actor(actor_kind, actor_id))
);

create index on request_events (request_id, seq);
-- What people, programs and the service itself did, the newest first: without the customers' events, which are far more.
create index on request_events (epoch, tx, seq) where actor_kind <> 'customer';
-- An erasure takes the values of blocks out of the history.
create index on request_events (seq) where kind = 'block';

-- Additions to a request after its arrival, append-only. In the order of the ids, which are taken behind the lock of the
-- request.
create table request_entries (
  id bigint generated always as identity primary key,
  request_id uuid not null references commission_requests (id) on delete cascade,
  -- The service alone knows the kinds of entries.
  kind text not null,
  at timestamptz not null default now(),
  author text not null check (author in ('customer', 'operator', 'program', 'rule')),
  -- Null for a customer, a rule and the service itself.
  author_id uuid,
  via text not null check (via in ('desk', 'mail', 'phone', 'api')),
  -- Null where the entry takes an earlier text back.
  text text
);

create index on request_entries (request_id, kind, id);
