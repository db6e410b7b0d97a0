-- When channels failed for an hour or longer. At most one of a channel is open.
create table channel_outages (
  id uuid primary key default gen_random_uuid(),
  channel_id uuid not null,
  -- The first attempt that failed.
  since timestamptz not null,
  -- When it was delivered to again, or the channel was disabled or removed.
  ended_at timestamptz
);

create unique index on channel_outages (channel_id) where ended_at is null;

-- The mails to owners about them, one of each kind.
create table outage_notices (
  id uuid primary key default gen_random_uuid(),
  outage_id uuid not null references channel_outages (id) on delete cascade,
  -- gone: the receiver wants nothing more, so that the channel was disabled.
  kind text not null check (kind in ('broken', 'recovered', 'gone')),
  -- dropped: the outage was over before anybody could be told.
  state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed', 'uncertain', 'dropped')),
  due_at timestamptz default now(),
  attempt int not null default 0 check (attempt >= 0),
  lease_until timestamptz,
  finished_at timestamptz,
  -- How the last attempt ended.
  detail text,
  unique (outage_id, kind),
  check ((state = 'pending') = (due_at is not null)),
  check ((state = 'sending') = (lease_until is not null)),
  check ((state in ('sent', 'failed', 'uncertain', 'dropped')) = (finished_at is not null))
);
