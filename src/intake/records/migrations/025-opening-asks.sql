-- Who asked to hear of the opening within the hour: keyed hashes of the network and of the person, one row each an ask.
create table opening_asks (
  key text not null,
  at timestamptz not null default now()
);

create index on opening_asks (key, at);
create index on opening_asks (at);

-- A keyed hash that is one for all spellings of a person's address. Null in rows of earlier versions.
alter table opening_notices add column person text;
create index on opening_notices (person);
