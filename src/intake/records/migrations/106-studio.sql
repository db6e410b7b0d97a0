-- The settings of the form that artists have published, append-only: the newest revision is the published one. `json` keeps
-- the text as it was.
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
  document json not null,
  -- Of a document that `CATALOGUE_FILE` makes, with what is published below it. Null in a revision that a person published.
  file_sha256 text unique
);

-- At most one row: the edits that are not published yet.
create table studio_draft (
  id boolean primary key default true check (id),
  -- Counts every change, so that no editor overwrites a change unseen. Without a row it is 1.
  version int not null,
  -- Null while nothing differs from the published revision.
  document json,
  changed_at timestamptz not null default now(),
  actor_kind text not null,
  actor_id uuid
);

-- Every text that customers could agree to, for good: agreements name it by the SHA-256 of its UTF-8.
create table studio_terms (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Of the first publication, as the rest of the row.
  published_at timestamptz not null default now(),
  language text not null,
  title text not null,
  text text not null
);

-- The studio's pictures. `sha256` names one: it is that of its largest file.
create table studio_pictures (
  id uuid primary key,
  sha256 text not null unique,
  uploaded_at timestamptz not null default now(),
  -- When it was uploaded, or a document that names it was stored or replaced. A picture that no document names is removed
  -- long after.
  used_at timestamptz not null default now()
);

-- Each picture in each of its sizes. `side` is the most pixels that the longer side may have.
create table studio_picture_files (
  picture_id uuid not null references studio_pictures on delete cascade,
  side int not null,
  file_key text collate "C" not null unique,
  file_size bigint not null,
  sha256 text not null,
  width int not null,
  height int not null,
  primary key (picture_id, side)
);
