-- Of a document that `CATALOGUE_FILE` makes, with what is published below it. Null in a revision that somebody published.
alter table studio_revisions add column file_sha256 text unique;

-- The revision of the studio that was served when the request came, 0 while there was none. Null in requests of versions before.
alter table commission_requests add column served_revision int;

create or replace view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);
