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

-- Links that make an account: the one of the first start, and invitations. A link is deleted by the statement that uses it.
create table operator_links (
  id uuid primary key,
  token_hash text not null unique,
  kind text not null check (kind in ('set-up', 'invitation')),
  email text,
  -- As in operators.
  email_key text unique,
  role text not null check (role in ('viewer', 'operator', 'owner')),
  created_by uuid references operators (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((kind = 'invitation') = (email is not null and email_key is not null))
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
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'erase']),
  -- Null: made from the shell of the host.
  created_by uuid references operators (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_at timestamptz,
  revoked_at timestamptz
);

-- What happened, append-only. The order of the feed is (epoch, tx, seq): a transaction takes its `seq` before it commits, so
-- `seq` alone would show a late commit behind later events. Transaction ids begin anew in another cluster; a restore
-- raises the default of `epoch`.
create table request_events (
  epoch int not null default 0,
  tx xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  at timestamptz not null default now(),
  -- Null for what concerns no request. No foreign key: the event of an erasure outlives its request.
  request_id uuid,
  actor_kind text not null check (actor_kind in ('customer', 'operator', 'token', 'system')),
  actor_id uuid,
  kind text not null check (kind in (
    'created', 'status', 'note', 'due', 'labels', 'public-message', 'download', 'export', 'message', 'erasure',
    'sign-in', 'sign-in-failed'
  )),
  "from" jsonb,
  "to" jsonb,
  primary key (epoch, tx, seq),
  check ((actor_kind in ('operator', 'token')) = (actor_id is not null))
);

create index on request_events (request_id, seq);

-- Counted attempts to sign in, by hashes of account and address. Its columns are those of rate-limiter-flexible.
create table sign_in_attempts (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);
