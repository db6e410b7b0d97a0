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
