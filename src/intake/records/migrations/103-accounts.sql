-- People who work on requests. A removed account keeps its row, for the history names it.
create table operators (
  id uuid primary key,
  email text not null,
  -- In the form in which addresses are compared.
  email_key text not null,
  name text not null,
  role text not null check (role in ('viewer', 'operator', 'owner')),
  -- Null: signs in with OpenID Connect alone.
  password_hash text,
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  disabled_at timestamptz,
  removed_at timestamptz
);

create unique index on operators (email_key) where removed_at is null;

-- Links that make an account, which are the one of the first start and invitations, and links that give an account a new
-- password: its account is named, and its role is the account's. A link is deleted by the statement that uses it.
create table operator_links (
  id uuid primary key,
  token_hash text not null unique,
  kind text not null check (kind in ('set-up', 'invitation', 'password')),
  email text,
  -- As in operators.
  email_key text unique,
  role text not null check (role in ('viewer', 'operator', 'owner')),
  operator_id uuid unique references operators (id) on delete cascade,
  created_by uuid references operators (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((kind = 'invitation') = (email is not null and email_key is not null)),
  check ((kind = 'password') = (operator_id is not null))
);

create table operator_sessions (
  id uuid primary key,
  token_hash text not null unique,
  operator_id uuid not null references operators (id) on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  ip_address text,
  user_agent text
);

create index on operator_sessions (operator_id);

create table api_tokens (
  id uuid primary key,
  name text not null,
  token_hash text not null unique,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'erase', 'intake']),
  -- Null: made from the shell of the host.
  created_by uuid references operators (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_at timestamptz,
  revoked_at timestamptz
);

-- Counted attempts to sign in, by hashes of account and address. Its columns are those of rate-limiter-flexible.
create table sign_in_attempts (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);

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
