-- What the page told beside the payload: which revision of the studio the customer saw, answers, terms. Null when it told
-- nothing; `{"dropped": …}` when it told something that could not be read.
alter table commission_requests add column commission_form jsonb;

create or replace view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);
