-- A function, as for the status of a request.
create function is_request_event(kind text, actor_kind text, actor_id uuid) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return kind in (
      'created', 'status', 'note', 'due', 'labels', 'public-message', 'download', 'export', 'message', 'erasure',
      'sign-in', 'sign-in-failed', 'status-link', 'arrival', 'rank', 'released', 'queue-name',
      'block', 'token', 'invitation', 'account', 'channel', 'view', 'studio'
    )
    and case
      when actor_id is null then actor_kind in ('customer', 'system', 'rule')
      else actor_kind in ('operator', 'token')
    end;
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
  primary key (epoch, tx, seq),
  check (is_request_event(kind, actor_kind, actor_id))
);

create index on request_events (request_id, seq);
-- What people, programs and the service itself did, the newest first: without the customers' events, which are far more.
create index on request_events (epoch, tx, seq) where actor_kind <> 'customer';
-- An erasure takes the values of blocks out of the history.
create index on request_events (seq) where kind = 'block';
