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
