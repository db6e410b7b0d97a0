-- The receivers of news about requests, and how each is notified.
create table delivery_channels (
  id uuid primary key,
  -- The service alone knows the kinds of channel.
  kind text not null,
  name text not null,
  -- held: deliveries are made and wait. disabled, removed: none is made.
  state text not null default 'enabled' check (state in ('enabled', 'held', 'disabled', 'removed')),
  types text[] not null check (types <@ array[
    'request.created', 'request.status_changed', 'request.erased', 'studio.opened', 'studio.closed'
  ]),
  -- Both are the kind's own: settings that anybody may read, and those that are sealed with a key that is not in the database.
  settings jsonb not null,
  sealed text,
  -- Null: made from the shell of the host.
  created_by uuid references operators (id),
  created_at timestamptz not null default now(),
  check (state <> 'removed' or sealed is null),
  -- Mail to customers may be messages alone, which no event makes. Every other channel has a type, or it would never send
  -- anything.
  constraint delivery_channels_sends_check check (
    cardinality(types) > 0 or (kind = 'mail' and settings @> '{"audience": "customers", "messages": true}')
  )
);

-- A function, as for the status of a request.
create function is_delivery(
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

-- A UUIDv7: new rows go to the end of the index. At random positions in it a delivery cost PostgreSQL twice as much.
create function time_ordered_id() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(
    uuid_send(gen_random_uuid()) placing substring(int8send((date_part('epoch', now()) * 1000)::bigint) from 3) from 1 for 6
  ), 52, 1), 53, 1), 'hex')::uuid
$$;

-- The ledger, which is the queue. No foreign keys: a delivery outlives its request, and a reference to the channel would lock
-- its row for every submission.
create table deliveries (
  id uuid primary key default time_ordered_id(),
  channel_id uuid not null,
  request_id uuid,
  type text not null,
  -- The parts of the event that its request does not keep.
  facts jsonb,
  state text not null default 'pending',
  created_at timestamptz not null default now(),
  due_at timestamptz default now(),
  -- Counted up by each process that begins to send, so that the end of an earlier attempt finds nothing.
  attempt int not null default 0,
  lease_until timestamptz,
  finished_at timestamptz,
  cancel_cause text,
  -- The text that was sent last.
  body text,
  resend_of uuid,
  -- The mailbox that a confirmation goes to, in one spelling, while the confirmation counts against the limit of the mailbox.
  mailbox text,
  -- A person asked for this one delivery, which is sent whatever the limit is.
  is_asked_for boolean not null default false,
  -- The network of the request of a confirmation, as a keyed hash, while the confirmation counts against the limit of the
  -- network.
  network text,
  -- The entry that a message sends.
  entry_id bigint,
  check (is_delivery(type, state, request_id, due_at, attempt, lease_until, finished_at, cancel_cause))
);

-- PostgreSQL 18 makes such ids itself, and faster.
do $$
begin
  if to_regprocedure('uuidv7()') is not null then
    alter table deliveries alter column id set default uuidv7();
  end if;
end $$;

create index on deliveries (channel_id, due_at) where state = 'pending';
create index on deliveries (lease_until) where state = 'sending';
create index on deliveries (request_id);
create index on deliveries (channel_id, created_at, id);
-- Finds deliveries that have been sent again already.
create index on deliveries (resend_of) where resend_of is not null;
create index on deliveries (mailbox) where mailbox is not null;
create index on deliveries (network, finished_at) where network is not null;
-- Counts the confirmations that a channel left out.
create index on deliveries (channel_id) where cancel_cause = 'confirmation-limit';

create table delivery_attempts (
  delivery_id uuid not null references deliveries (id) on delete cascade,
  number int not null check (number > 0),
  channel_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz not null default now(),
  -- lost: the process that sent it was not heard of again.
  result text not null check (result in ('delivered', 'retry', 'failed', 'uncertain', 'lost')),
  -- Why it ended as it did, in a word that pages can say in their reader's language.
  cause text not null,
  status int,
  detail text,
  -- The first KiB.
  response text,
  -- False for an attempt that says nothing of the channel: the server refused this one recipient, whom a customer has typed.
  blames_channel boolean not null default true,
  primary key (delivery_id, number)
);

create index on delivery_attempts (channel_id, ended_at) where result = 'delivered';
create index on delivery_attempts (channel_id, ended_at) where result <> 'delivered';

-- The position in the feed of events up to which a channel has had digests.
create table delivery_digests (
  channel_id uuid primary key,
  epoch int not null,
  tx xid8 not null,
  seq bigint not null
);

-- When channels failed for an hour or longer. At most one of a channel is open. The mails to owners about them are deliveries
-- of the type notice.
create table channel_outages (
  id uuid primary key default gen_random_uuid(),
  channel_id uuid not null,
  -- The first attempt that failed.
  since timestamptz not null,
  -- When it was delivered to again, or the channel was disabled or removed.
  ended_at timestamptz
);

create unique index on channel_outages (channel_id) where ended_at is null;
