-- What is added to a request after its arrival, append-only. In the order of the ids, which are taken behind the lock of the
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
  -- Null where the entry takes back what was said before.
  text text
);

create index on request_entries (request_id, kind, id);

-- What an event tells of an entry stands in the entry. No foreign keys: both end with the request.
alter table request_events
  add column from_entry bigint,
  add column to_entry bigint,
  drop constraint request_events_check;

drop function is_request_event;

-- The service alone knows the kinds of events.
create function is_event_actor(kind text, id uuid) returns boolean language plpgsql immutable parallel safe as $$
begin
  return case when id is null then kind in ('customer', 'system', 'rule') else kind in ('operator', 'token') end;
end
$$;

alter table request_events add check (is_event_actor(actor_kind, actor_id));

-- The entry that a message sends.
alter table deliveries add column entry_id bigint;

drop view submitted_commission_requests;
alter table commission_requests drop column public_message;
create view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);
