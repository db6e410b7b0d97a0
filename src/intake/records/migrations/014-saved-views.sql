-- Named filters of the list, for the whole studio.
create table saved_views (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  -- The query of the address, as `?status=NEW`. Empty for the list without a filter.
  search text not null,
  created_at timestamptz not null default now()
);
