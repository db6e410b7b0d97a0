-- The studio's pictures. `sha256` names one: it is that of its largest file.
create table studio_pictures (
  id uuid primary key,
  sha256 text not null unique,
  uploaded_at timestamptz not null default now(),
  -- When it was uploaded, or a document that names it was stored or replaced. What nothing names is removed long after.
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
