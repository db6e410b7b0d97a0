-- What the customer chose to read and write in; null where nobody said it, and for requests that an earlier version stores.
alter table commission_requests add column language text;

create or replace view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);
