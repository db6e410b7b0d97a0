-- Texts that operators begin messages to customers with, for the whole studio.
create table message_templates (
  id uuid primary key default gen_random_uuid(),
  text text not null,
  created_at timestamptz not null default now()
);

-- A text may be longer than an index takes.
create unique index on message_templates (md5(text));
