-- One row: the identity of this service, and the state that a restore left.
create table service_state (
  id boolean primary key default true check (id),
  -- Stays the same when the service is restored elsewhere.
  service_id uuid not null default gen_random_uuid(),
  -- The feed's epoch of what is written now; the default of request_events.epoch.
  feed_epoch int not null default 0,
  -- The back-up that is being restored; null otherwise. The service does not start meanwhile.
  restoring text,
  restored_at timestamptz,
  -- The moment of the newest back-up that has ended well, or null before the first one.
  backed_up_at timestamptz,
  -- True from a restore until the deliveries are released: the channels without a row are held too.
  deliveries_held boolean not null default false
);

insert into service_state default values;

-- Secrets that every process of this service shares. They are made by the first that needs them, and go with a back-up.
create table service_secrets (
  name text primary key,
  secret bytea not null check (octet_length(secret) >= 32),
  created_at timestamptz not null default now()
);

-- Where the inbox listened last: links that are made from a shell lead there.
create table inbox_address (
  id boolean primary key default true check (id),
  url text not null
);

-- Holds one row, which the readiness of the service writes and commits.
create table readiness_probe (
  written_at timestamptz not null
);

-- A row version finds room in a page that is there already. The new file that TRUNCATE begins does not, so a disk
-- without room is noticed. A back-up that reads the table would hold TRUNCATE up for as long as it lasts.
create function write_readiness_probe() returns void language plpgsql as $$
begin
  begin
    lock table readiness_probe in access exclusive mode nowait;
    truncate readiness_probe;
  exception when lock_not_available then
    delete from readiness_probe;
  end;
  insert into readiness_probe (written_at) values (now());
end
$$;

-- One row: the process that counts for the metrics, so that no two show the same counts.
create unlogged table metrics_lease (
  only_one boolean primary key default true check (only_one),
  holder uuid not null,
  held_until timestamptz not null
);

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
