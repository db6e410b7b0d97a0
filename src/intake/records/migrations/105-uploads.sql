-- One row for each request whose attachments are on their way. It names every object key before the first upload, and it
-- outlives the request's record when the uploads failed, until no object of these keys can be left.
create table upload_intents (
  request_id uuid primary key,
  keys text[] not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'CONDEMNED')),
  -- Raised by each process that takes the intent over, so that a statement of its former owner finds nothing.
  fence int not null default 1,
  lease_until timestamptz not null,
  condemned_at timestamptz,
  next_attempt_at timestamptz,
  attempts int not null default 0,
  -- When all objects of a condemned upload had been deleted for the first time. They are deleted again until it is forgotten.
  objects_deleted_at timestamptz
);

create index on upload_intents (lease_until) where state = 'PENDING';
create index on upload_intents (next_attempt_at) where state = 'CONDEMNED';

-- The requests that have arrived whole, which people see.
create view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);

-- The requests of lists, counts and exports: those that wait neither for a verdict of the guard nor for a person.
create view listed_requests as
select r.*
from submitted_commission_requests r
where r.hold is null;

-- Which request a customer's key stands for. Its intent alone says whether that request is still under way; when
-- it is taken back its key goes with it and is free again.
--
-- Every submission stores a key, so that a key has to cost little: no reference to its request to be checked, and no
-- index but its own and one of a few pages. A key whose request has been deleted is free: the next request under it deletes it.
create table idempotency_keys (
  key text primary key,
  fingerprint text not null,
  request_id uuid not null,
  expires_at timestamptz not null default now() + interval '24 hours',
  -- A repetition was answered that the request is stored: from then on it may not be taken back.
  answered boolean not null default false
);

create index on idempotency_keys using brin (expires_at);

-- Rolls a failed upload back: deletes the request with all that hangs on it, its event and its deliveries, and leaves a
-- condemned intent that names its objects. False when the request stays, because it has been, or may have been, reported as
-- stored under its key.
--
-- A function, so that there are two statements in one round trip: the second one sees all that was committed before the
-- lock was granted, and every statement that begins a request under this key holds that lock.
-- Rows are locked in the order of all other statements: the intent, the key, the request.
create function roll_back_upload(failed uuid, object_keys text[], idempotency_key text, first_sweep_ms int)
returns boolean language sql as $$
  select pg_advisory_xact_lock(hashtextextended(idempotency_key, 0));

  with found as (
    select request_id from upload_intents where request_id = failed for update
  ), freed as (
    delete from idempotency_keys k using (select count(*) from found) as locked
    where k.request_id = failed and not k.answered
    returning k.request_id
  ), condemned as (
    insert into upload_intents (request_id, keys, state, lease_until, condemned_at, next_attempt_at)
    select failed, object_keys, 'CONDEMNED', now(), now(), now() + first_sweep_ms * interval '1 millisecond'
    where idempotency_key is null
      or exists (select from found)
      or exists (select from freed)
      or not exists (select from commission_requests where id = failed)
    on conflict (request_id) do update
    set state = 'CONDEMNED', fence = upload_intents.fence + 1, condemned_at = now(), next_attempt_at = excluded.next_attempt_at
    returning request_id
  ), removed as (
    delete from commission_requests where id in (select request_id from condemned)
  ), unrecorded as (
    delete from request_events where request_id in (select request_id from condemned)
  ), undelivered as (
    delete from deliveries where request_id in (select request_id from condemned)
  )
  select exists (select from condemned);
$$;
