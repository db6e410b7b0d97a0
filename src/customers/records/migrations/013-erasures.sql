-- When all objects of a condemned upload had been deleted for the first time. They are deleted again until it is forgotten.
alter table upload_intents add column objects_deleted_at timestamptz;

-- A receipt for each erased request, without personal data.
create table erasures (
  request_id uuid primary key,
  erased_at timestamptz not null default now(),
  reason text not null check (reason in ('request', 'person', 'retention')),
  object_keys text[] not null,
  -- Null until the receipt lies in the bucket too.
  receipt_at timestamptz
);

create index on erasures (erased_at, request_id);
create index on erasures (request_id) where receipt_at is null;

-- One row: what this service is, and what a restore left to be known.
create table service_state (
  id boolean primary key default true check (id),
  -- Stays the same when the service is restored elsewhere.
  service_id uuid not null default gen_random_uuid(),
  -- The feed's epoch of what is written now; the default of request_events.epoch.
  feed_epoch int not null default 0,
  -- The back-up that is being restored; null otherwise. The service does not start meanwhile.
  restoring text,
  restored_at timestamptz
);

insert into service_state (feed_epoch) select coalesce(max(epoch), 0) from request_events;
