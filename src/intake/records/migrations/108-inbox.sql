-- The labels of requests, as lists and counts by label go through them. Kept by triggers: a change of a
-- request's labels writes commission_requests.labels alone.
create table request_labels (
  label text not null,
  status text not null,
  request_id uuid not null references commission_requests (id) on delete cascade,
  primary key (label, status, request_id)
);

create index on request_labels (request_id);

create function keep_request_labels() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from request_labels where request_id = new.id;
  end if;
  insert into request_labels (label, status, request_id)
  select distinct label, new.status, new.id from unnest(new.labels) as label;
  return null;
end
$$;

create trigger keep_labels_of_new after insert on commission_requests
for each row when (new.labels <> '{}') execute function keep_request_labels();

create trigger keep_labels_of_changed after update of labels, status on commission_requests
for each row
when (old.labels <> new.labels or (old.status <> new.status and new.labels <> '{}'))
execute function keep_request_labels();

-- The texts that a search compares. Made behind the submission, from the feed of events.
create table request_search (
  request_id uuid primary key references commission_requests (id) on delete cascade,
  -- Without case and accents, a line for each field. Empty until upkeep has made the row of a request that the guard holds.
  text text not null,
  -- Hashes of every three characters of it, of every two of Chinese, Japanese and Korean, of the mailbox, and of answers.
  grams int[] not null
);

create index on request_search using gin (grams);
create index request_search_empty on request_search (request_id) where text = '';

-- How far in the feed the rows have been made. Rows need no order: the position passes events of transactions that still
-- run, and keeps their ids.
create table request_search_progress (
  id boolean primary key default true check (id),
  epoch int not null,
  tx xid8 not null,
  seq bigint not null,
  late xid8[] not null default '{}'
);

insert into request_search_progress (epoch, tx, seq) values (0, '0', 0);

-- Named filters of the list, for the whole studio.
create table saved_views (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  -- The query of the address, as `?status=NEW`. Empty for the list without a filter.
  search text not null,
  created_at timestamptz not null default now()
);

-- Texts that operators begin messages to customers with, for the whole studio.
create table message_templates (
  id uuid primary key default gen_random_uuid(),
  text text not null,
  created_at timestamptz not null default now()
);

-- A text may be longer than an index takes.
create unique index on message_templates (md5(text));
