-- The form in which a search row was made. Upkeep makes the rows of earlier forms anew; the default is for processes of
-- the version before, which make such rows until they are replaced.
alter table request_search add column form smallint not null default 1;

create index on request_search (request_id) where form < 2;
