-- Every text that customers could agree to, for good: agreements name it by the SHA-256 of its UTF-8.
create table studio_terms (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Of the first publication, as the rest of the row.
  published_at timestamptz not null default now(),
  language text not null,
  title text not null,
  text text not null
);
