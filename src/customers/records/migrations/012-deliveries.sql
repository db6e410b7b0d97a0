-- Who is told of requests, and how.
create table delivery_channels (
  id uuid primary key,
  kind text not null check (kind in ('webhook', 'mail')),
  name text not null,
  -- held: deliveries are made and wait. disabled, removed: none is made.
  state text not null default 'enabled' check (state in ('enabled', 'held', 'disabled', 'removed')),
  types text[] not null check (
    cardinality(types) > 0 and types <@ array['request.created', 'request.status_changed', 'request.erased']
  ),
  -- Both are the kind's own: what anybody may read, and what is sealed with a key that is not in the database.
  settings jsonb not null,
  sealed text,
  -- Null: made from the shell of the host.
  created_by uuid references operators (id),
  created_at timestamptz not null default now(),
  check (state <> 'removed' or sealed is null)
);

-- The ledger, which is the queue. No foreign keys: a delivery outlives its request, and a reference to the channel would lock
-- its row for every submission.
create table deliveries (
  id uuid primary key default gen_random_uuid(),
  channel_id uuid not null,
  request_id uuid,
  type text not null check (type in (
    'request.created', 'request.status_changed', 'request.erased', 'request.message', 'digest', 'test'
  )),
  -- What of the event is not in its request for good.
  facts jsonb,
  state text not null default 'pending' check (state in (
    'pending', 'sending', 'delivered', 'failed', 'uncertain', 'cancelled'
  )),
  created_at timestamptz not null default now(),
  due_at timestamptz default now(),
  -- Counted up by whoever begins to send, so that the end of an earlier try finds nothing.
  attempt int not null default 0 check (attempt >= 0),
  lease_until timestamptz,
  finished_at timestamptz,
  cancel_cause text check (cancel_cause in (
    'undone', 'spam', 'erased', 'request-gone', 'channel-disabled', 'channel-removed'
  )),
  -- What was sent last.
  body text,
  resend_of uuid,
  check ((type in ('digest', 'test')) = (request_id is null)),
  check ((state = 'pending') = (due_at is not null)),
  check ((state = 'sending') = (lease_until is not null)),
  check ((state in ('delivered', 'failed', 'uncertain', 'cancelled')) = (finished_at is not null)),
  check ((state = 'cancelled') = (cancel_cause is not null)),
  check (state in ('pending', 'cancelled') or attempt > 0)
);

create index on deliveries (channel_id, due_at) where state = 'pending';
create index on deliveries (lease_until) where state = 'sending';
create index on deliveries (request_id);
create index on deliveries (channel_id, created_at, id);
create index on deliveries using brin (finished_at);

create table delivery_attempts (
  delivery_id uuid not null references deliveries (id) on delete cascade,
  number int not null check (number > 0),
  channel_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz not null default now(),
  -- lost: the process that sent it was not heard of again.
  result text not null check (result in ('delivered', 'retry', 'failed', 'uncertain', 'lost')),
  status int,
  detail text,
  -- The first KiB.
  response text,
  primary key (delivery_id, number)
);

create index on delivery_attempts (channel_id, ended_at) where result = 'delivered';
create index on delivery_attempts (channel_id, ended_at) where result <> 'delivered';

-- As before, and without the deliveries that a request which is taken back has left.
create or replace function roll_back_upload(failed uuid, object_keys text[], idempotency_key text, first_sweep_ms int)
returns boolean language sql as $$
  select pg_advisory_xact_lock(hashtextextended(idempotency_key, 0));

  with found as (
    select request_id from upload_intents where request_id = failed for update
  ), freed as (
    delete from idempotency_keys k using (select count(*) from found) as locked
    where k.request_id = failed and not k.answered
    returning k.request_id
  ), condemned as (
    insert into upload_intents (request_id, keys, state, lease_until, condemned_at, next_try)
    select failed, object_keys, 'CONDEMNED', now(), now(), now() + first_sweep_ms * interval '1 millisecond'
    where idempotency_key is null
      or exists (select from found)
      or exists (select from freed)
      or not exists (select from commission_requests where id = failed)
    on conflict (request_id) do update
    set state = 'CONDEMNED', fence = upload_intents.fence + 1, condemned_at = now(), next_try = excluded.next_try
    returning request_id
  ), removed as (
    delete from commission_requests where id in (select request_id from condemned)
  ), untold as (
    delete from request_events where request_id in (select request_id from condemned) and kind = 'created'
  ), undelivered as (
    delete from deliveries where request_id in (select request_id from condemned) and type = 'request.created'
  )
  select exists (select from condemned);
$$;
