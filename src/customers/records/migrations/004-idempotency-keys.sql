-- Which request a customer's key stands for. Whether that request is still under way is told by its intent alone; when
-- it is taken back its key goes with it and is free again.
create table idempotency_keys (
  key text primary key,
  fingerprint text not null,
  request_id uuid not null unique references commission_requests (id) on delete cascade,
  expires_at timestamptz not null default now() + interval '24 hours',
  -- A repetition has been told that the request is stored: from then on it may not be taken back.
  answered boolean not null default false
);

create index on idempotency_keys (expires_at);
