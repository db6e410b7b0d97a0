-- `pending`: the request waits for a verdict of the guard. `held`: it waits for a person. Null otherwise.
alter table commission_requests add column hold text;
-- What the guard judges by. After the verdict only the network stays, as a keyed hash. Null while there is no guard.
alter table commission_requests add column guard jsonb;

create index commission_requests_hold on commission_requests (id) where hold is not null;

create or replace view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);

-- Why the guard would hold a request, or holds it.
create table request_signals (
  request_id uuid not null references commission_requests (id) on delete cascade,
  kind text not null,
  at timestamptz not null default now(),
  -- Whether it held the request.
  held boolean not null,
  primary key (request_id, kind)
);

create index request_signals_at on request_signals (at);

-- One row a judged request, for a day: keyed hashes that only tell whether two are the same.
create table guard_arrivals (
  request_id uuid primary key references commission_requests (id) on delete cascade,
  at timestamptz not null,
  network text not null,
  mailbox text not null,
  -- Of a message that is long enough to be nobody else's.
  words text,
  bytes bigint not null,
  -- When channels and mails were told of it.
  told_at timestamptz
);

create index guard_arrivals_network on guard_arrivals (network, at);
create index guard_arrivals_words on guard_arrivals (words, at) where words is not null;
create index guard_arrivals_at on guard_arrivals (at);
create index guard_arrivals_told on guard_arrivals (told_at) where told_at is not null;

-- The nonces of proofs that have counted, until they are expired for every form that may still arrive.
create table guard_proofs (
  nonce text primary key,
  request_id uuid not null,
  expires_at timestamptz not null
);

create index guard_proofs_expires_at on guard_proofs (expires_at);

-- Who is blocked. The key is a keyed hash, and stays when the value goes with an erasure.
create table guard_blocks (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  value text,
  key text not null,
  effect text not null,
  reason text,
  until timestamptz,
  created_at timestamptz not null default now(),
  -- The request that it was made from, until that is erased.
  request_id uuid,
  unique (kind, key)
);

create or replace function is_request_event(kind text, actor_kind text, actor_id uuid) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return kind in (
      'created', 'status', 'note', 'due', 'labels', 'public-message', 'download', 'export', 'message', 'erasure',
      'sign-in', 'sign-in-failed', 'status-link', 'arrival', 'rank', 'released'
    )
    and case
      when actor_id is null then actor_kind in ('customer', 'system', 'rule')
      else actor_kind in ('operator', 'token')
    end;
end
$$;

alter table api_tokens drop constraint api_tokens_scopes_check;
alter table api_tokens add constraint api_tokens_scopes_check
  check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'erase', 'intake']);
