-- What an artist has set of the form, append-only: the newest revision is the published one. `json` keeps the text as it was.
create table studio_revisions (
  revision int primary key check (revision > 0),
  at timestamptz not null default now(),
  actor_kind text not null,
  actor_id uuid,
  note text,
  -- The keys by which it differs from the revision before.
  changed text[] not null,
  -- The revision that this one brings back.
  restores int,
  document json not null
);

-- At most one row: what is edited and not published yet.
create table studio_draft (
  id boolean primary key default true check (id),
  -- Counts every change, so that nobody overwrites what they have not seen. Without a row it is 1.
  version int not null,
  -- Null while nothing differs from the published revision.
  document json,
  changed_at timestamptz not null default now(),
  actor_kind text not null,
  actor_id uuid
);
