-- One row a request whose attachments are on their way. It names every object key before the first upload, and it
-- outlives the request's record when the uploads failed, until no object of these keys can be left.
create table upload_intents (
  request_id uuid primary key,
  keys text[] not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'CONDEMNED')),
  -- Raised by whoever takes the intent over, so that a statement of its former owner finds nothing.
  fence int not null default 1,
  lease_until timestamptz not null,
  condemned_at timestamptz,
  next_attempt_at timestamptz,
  attempts int not null default 0,
  -- When all objects of a condemned upload had been deleted for the first time. They are deleted again until it is forgotten.
  objects_deleted_at timestamptz
);

create index on upload_intents (lease_until) where state = 'PENDING';
create index on upload_intents (next_attempt_at) where state = 'CONDEMNED';

-- The requests that have arrived whole: what people are shown.
create view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);

-- Which request a customer's key stands for. Whether that request is still under way is told by its intent alone; when
-- it is taken back its key goes with it and is free again.
--
-- Every submission stores a key, so that a key has to cost little: no reference to its request to be checked, and no
-- index but its own and one of a few pages. A key whose request has been deleted is free: whoever asks for it deletes it.
create table idempotency_keys (
  key text primary key,
  fingerprint text not null,
  request_id uuid not null,
  expires_at timestamptz not null default now() + interval '24 hours',
  -- A repetition has been told that the request is stored: from then on it may not be taken back.
  answered boolean not null default false
);

create index on idempotency_keys using brin (expires_at);
