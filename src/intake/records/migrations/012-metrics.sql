-- One row: the process that counts for the metrics, so that no two show the same counts.
create unlogged table metrics_lease (
  only_one boolean primary key default true check (only_one),
  holder uuid not null,
  held_until timestamptz not null
);
