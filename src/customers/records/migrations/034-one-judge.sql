alter table commission_requests
  -- What upkeep still judges it by: `guard` (it is pending until then), `opening` (whether it was received after closing).
  -- Null otherwise.
  add column judging text,
  -- When it was received, by the database's clock. Null where nothing was to be judged.
  add column arrived_at timestamptz;

update commission_requests set judging = 'guard' where hold = 'pending';

update commission_requests r set judging = 'opening'
from request_events e, opening_progress p
where e.request_id = r.id and e.kind = 'created' and (e.epoch, e.tx, e.seq) > (p.epoch, p.tx, p.seq) and r.hold is null;

create index commission_requests_judging on commission_requests ((coalesce(arrived_at, created_at)), id)
  where judging is not null;

create or replace view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);

-- One row a judged request, for a day: keyed hashes that only tell whether two are the same.
create table request_arrivals (
  request_id uuid primary key references commission_requests (id) on delete cascade,
  at timestamptz not null,
  network text not null,
  -- Null while the guard is off.
  mailbox text,
  -- Of a message that is long enough to be nobody else's. Null while the guard is off.
  words text,
  bytes bigint not null,
  -- Whether it is one of its network's share of an hour, so that it can close a form.
  counts boolean not null,
  -- When the guard let channels and mails be notified of it.
  notified_at timestamptz
);

insert into request_arrivals (request_id, at, network, mailbox, words, bytes, counts, notified_at)
select request_id, coalesce(g.at, o.at), coalesce(g.network, o.network), g.mailbox, g.words, coalesce(g.bytes, 0),
  o.request_id is not null, g.told_at
from guard_arrivals g full join opening_arrivals o using (request_id);

create index request_arrivals_network on request_arrivals (network, at);
create index request_arrivals_words on request_arrivals (words, at) where words is not null;
create index request_arrivals_at on request_arrivals (at);
create index request_arrivals_notified on request_arrivals (notified_at) where notified_at is not null;

drop table guard_arrivals, opening_arrivals;

-- At most one row: whether the form was open when upkeep last checked. No row while nobody has set when it is open.
create table opening_state (
  only_one boolean primary key default true check (only_one),
  is_open boolean not null
);

insert into opening_state (is_open) select is_open from opening_progress where is_open is not null;

drop table opening_progress;
