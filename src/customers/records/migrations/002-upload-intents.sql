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
  next_try timestamptz,
  tries int not null default 0
);

create index on upload_intents (lease_until) where state = 'PENDING';
create index on upload_intents (next_try) where state = 'CONDEMNED';

-- The requests that have arrived whole: what people are shown.
create view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);
