-- The `Idempotency-Key` of a change by an operator or a program, for a day, with the answer that it had.
create table change_keys (
  -- SHA-256 of the account or token and the key. The key itself opens the answer.
  id text primary key,
  actor_id uuid not null,
  -- SHA-256 of the change.
  fingerprint text not null,
  -- The HTTP status, or null while a change of several transactions runs.
  status int,
  etag text,
  answer bytea,
  request_id uuid references commission_requests (id) on delete cascade,
  expires_at timestamptz not null
);

create index change_keys_request_id on change_keys (request_id) where request_id is not null;
