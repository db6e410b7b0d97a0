-- What operators note on a request. `version` counts every change but read and unread.
alter table commission_requests
  add column version int not null default 1,
  add column unread boolean not null default true,
  add column due_on date,
  add column labels text[] not null default '{}',
  add column public_message text,
  add column changed_at timestamptz,
  -- In the row itself, for lists and counts have no time to look among the files.
  add column has_files boolean not null default false,
  add check (status in (
    'NEW', 'WAITLISTED', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETED', 'DECLINED', 'CANCELLED', 'SPAM'
  )),
  add check (version >= 1);

update commission_requests r set has_files = true
where exists (select from commission_request_files f where f.request_id = r.id);

-- An identifier is a UUIDv7, so that lists go by it. The included columns are what counts are filtered by.
create index on commission_requests (status, id) include (unread, has_files);
create index on commission_requests (id) include (status, has_files) where unread;
create index on commission_requests (type_id, status, id) include (unread, has_files) where type_id is not null;

-- These cost a submission nothing.
create index on commission_requests (due_on, id) include (status, unread, has_files) where due_on is not null;
create index on commission_requests (status, due_on, id) where due_on is not null;
create index on commission_requests (changed_at, id) where changed_at is not null;
create index on commission_requests (status, changed_at, id) where changed_at is not null;
create index on commission_requests using gin (labels) where labels <> '{}';

create or replace view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);

insert into request_events (at, request_id, actor_kind, kind)
select created_at, id, 'customer', 'created' from submitted_commission_requests order by id;

-- What a search looks through. Made behind the submission, from the feed of events.
create table request_search (
  request_id uuid primary key references commission_requests (id) on delete cascade,
  -- Without case and accents, a line for each field.
  text text not null,
  -- Hashes of every three characters of it, and of every two of Chinese, Japanese and Korean.
  grams int[] not null
);

create index on request_search using gin (grams);

-- How far in the feed the rows have been made.
create table request_search_progress (
  id boolean primary key default true check (id),
  epoch int not null,
  tx xid8 not null,
  seq bigint not null
);

insert into request_search_progress (epoch, tx, seq) values (0, '0', 0);

-- As before, and without the event that a request which is taken back has left.
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
  )
  select exists (select from condemned);
$$;
