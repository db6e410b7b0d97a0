-- The form is open, full or closed: requests that come late are marked and sorted.

-- At most one row: whether the form was open when upkeep last checked. No row while no settings say when it is open.
create table opening_state (
  only_one boolean primary key default true check (only_one),
  is_open boolean not null
);

-- One row for each judged request, for a day: keyed hashes, which only say whether two are the same.
create table request_arrivals (
  request_id uuid primary key references commission_requests (id) on delete cascade,
  at timestamptz not null,
  network text not null,
  -- Null while the guard is off.
  mailbox text,
  -- Of a message that is too long for two people to write it. Null while the guard is off.
  words text,
  bytes bigint not null,
  -- Whether it is one of its network's share of an hour, so that it can close a form.
  counts boolean not null,
  -- When the guard let channels and mails be notified of it.
  notified_at timestamptz
);

create index request_arrivals_network on request_arrivals (network, at);
create index request_arrivals_words on request_arrivals (words, at) where words is not null;
create index request_arrivals_at on request_arrivals (at);
create index request_arrivals_notified on request_arrivals (notified_at) where notified_at is not null;

-- Addresses that hear when the form opens. Deleted after the mail, and after 180 days.
create table opening_notices (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  -- The address in one spelling: one notice for each.
  mailbox text not null unique,
  language text not null,
  created_at timestamptz not null default now(),
  -- Null until the link of the mail was followed and the button pressed.
  confirmed_at timestamptz,
  -- Set when the mail about the opening was made: there is one.
  told_at timestamptz,
  -- A keyed hash that is one for all spellings of a person's address.
  person text not null
);

create index on opening_notices (created_at);
create index on opening_notices (person);

-- Keyed hashes of the networks and people that asked for such a mail within the hour, one row for each time.
create table opening_asks (
  key text not null,
  at timestamptz not null default now()
);

create index on opening_asks (key, at);
create index on opening_asks (at);

-- The guard keeps junk out of the lists, and refuses nothing.

-- Why the guard would hold a request, or holds it.
create table request_signals (
  request_id uuid not null references commission_requests (id) on delete cascade,
  kind text not null,
  at timestamptz not null default now(),
  -- Whether it held the request.
  held boolean not null,
  primary key (request_id, kind)
);

create index request_signals_at on request_signals (at);

-- The nonces of proofs that have counted, until they are expired for every form that may still arrive.
create table guard_proofs (
  nonce text primary key,
  request_id uuid not null,
  expires_at timestamptz not null
);

create index guard_proofs_expires_at on guard_proofs (expires_at);

-- Addresses, domains and networks whose requests are held. The key is a keyed hash, and stays when an erasure takes the value.
create table guard_blocks (
  id uuid primary key default gen_random_uuid(),
  kind text not null constraint guard_blocks_kind check (kind in ('email', 'domain', 'network')),
  value text,
  key text not null,
  reason text,
  until timestamptz,
  created_at timestamptz not null default now(),
  -- The request that it was made from, until that is erased.
  request_id uuid,
  unique (kind, key)
);
