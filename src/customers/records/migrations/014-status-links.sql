-- Which link to its page shows a customer the request: a new one revokes those before it. The link itself is made of the
-- request's id, this version and a secret, so that a submission stores nothing for it.
alter table commission_requests add column status_link_version int not null default 1 check (status_link_version >= 1);

create or replace view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);

-- Secrets that every process of this service shares. They are made by the first that needs them, and go with a back-up.
create table service_secrets (
  name text primary key,
  secret bytea not null check (octet_length(secret) >= 32),
  created_at timestamptz not null default now()
);

alter table request_events drop constraint request_events_kind_check, add constraint request_events_kind_check check (kind in (
  'created', 'status', 'note', 'due', 'labels', 'public-message', 'download', 'export', 'message', 'erasure',
  'sign-in', 'sign-in-failed', 'status-link'
));
