create or replace function is_request_event(kind text, actor_kind text, actor_id uuid) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return kind in (
      'created', 'status', 'note', 'due', 'labels', 'public-message', 'download', 'export', 'message', 'erasure',
      'sign-in', 'sign-in-failed', 'status-link', 'arrival', 'rank'
    )
    and case
      when actor_id is null then actor_kind in ('customer', 'system', 'rule')
      else actor_kind in ('operator', 'token')
    end;
end
$$;

alter table commission_requests
  -- `closed`, `full`: how it came, when not in time.
  add column arrival text,
  -- One of more than three in an hour from one network: it closes no form. Null where nobody has judged it.
  add column is_beyond_share boolean,
  -- The place on the waiting list, the least first. Kept when the request leaves the list, so that an undone change gives
  -- the place back.
  add column rank float8;

update commission_requests r set rank = waiting.place
from (select id, row_number() over (order by id) as place from commission_requests where status = 'WAITLISTED') waiting
where waiting.id = r.id;

create or replace view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);

-- None of these has a row of a new request that came in time.
create index on commission_requests (arrival, status, id) where arrival is not null;
create index on commission_requests (id) where is_beyond_share and status = 'NEW';
create index on commission_requests (rank, id) where status = 'WAITLISTED';
create index on commission_requests (type_id) where status in ('ACCEPTED', 'IN_PROGRESS') and octet_length(type_id) <= 1000;

create function join_waiting_list() returns trigger language plpgsql as $$
begin
  new.rank := (select coalesce(max(rank), 0) + 1 from commission_requests where status = 'WAITLISTED');
  return new;
end
$$;

create trigger join_waiting_list before update of status on commission_requests
for each row when (new.status = 'WAITLISTED' and new.rank is null) execute function join_waiting_list();

-- At most one row: up to which event the arrivals have been judged, and whether the form was open then. Without a row,
-- nobody judges them.
create table opening_progress (
  only_one boolean primary key default true check (only_one),
  epoch int not null,
  tx xid8 not null,
  seq bigint not null,
  is_open boolean
);

-- The requests of the last hour that count, by the network that they came from.
create table opening_arrivals (
  request_id uuid primary key references commission_requests (id) on delete cascade,
  network text not null,
  at timestamptz not null
);

create index on opening_arrivals (network, at);
create index on opening_arrivals (at);

alter table delivery_channels
  drop constraint delivery_channels_types_check,
  add constraint delivery_channels_types_check check (types <@ array[
    'request.created', 'request.status_changed', 'request.erased', 'studio.opened', 'studio.closed'
  ]);

create or replace function is_delivery(
  type text, state text, request_id uuid, due_at timestamptz, attempt int, lease_until timestamptz, finished_at timestamptz,
  cancel_cause text
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return type in (
      'request.created', 'request.status_changed', 'request.erased', 'request.message', 'digest', 'test', 'notice',
      'studio.opened', 'studio.closed'
    )
    and state in ('pending', 'sending', 'delivered', 'failed', 'uncertain', 'cancelled')
    and cancel_cause in (
      'undone', 'spam', 'erased', 'request-gone', 'channel-disabled', 'channel-removed', 'confirmation-limit'
    ) is not false
    and (type in ('digest', 'test', 'notice', 'studio.opened', 'studio.closed')) = (request_id is null)
    and (state = 'pending') = (due_at is not null)
    and (state = 'sending') = (lease_until is not null)
    and (state in ('delivered', 'failed', 'uncertain', 'cancelled')) = (finished_at is not null)
    and (state = 'cancelled') = (cancel_cause is not null)
    and attempt >= case when state in ('pending', 'cancelled') then 0 else 1 end;
end
$$;

-- Who wants to be told when the form opens. Deleted when told, and after 180 days.
create table opening_notices (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  -- The address in one spelling: one notice for each.
  mailbox text not null unique,
  language text not null,
  -- For an hour, to limit how many come from one network.
  network text,
  created_at timestamptz not null default now(),
  -- Null until the link of the mail was followed and the button pressed.
  confirmed_at timestamptz
);

create index on opening_notices (network, created_at) where network is not null;
create index on opening_notices (created_at);
