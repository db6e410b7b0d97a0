-- Whether an operator shows the name for the queue in public. Null where nobody has decided: it is not shown.
alter table commission_requests add column queue_name_shown boolean;

create or replace view submitted_commission_requests as
select r.*
from commission_requests r
where not exists (select 1 from upload_intents i where i.request_id = r.id);

create or replace function is_request_event(kind text, actor_kind text, actor_id uuid) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return kind in (
      'created', 'status', 'note', 'due', 'labels', 'public-message', 'download', 'export', 'message', 'erasure',
      'sign-in', 'sign-in-failed', 'status-link', 'arrival', 'rank', 'released', 'queue-name'
    )
    and case
      when actor_id is null then actor_kind in ('customer', 'system', 'rule')
      else actor_kind in ('operator', 'token')
    end;
end
$$;

-- Search rows of earlier versions have no name for the queue: upkeep makes those anew that lack one.
update request_search s set form = 1
from commission_requests r
where r.id = s.request_id and r.commission_form ? 'queueName';

-- Requests that the guard holds are searched too: upkeep makes their search rows.
insert into request_search (request_id, text, grams, form)
select r.id, '', '{}', 0 from commission_requests r where r.hold = 'held'
on conflict do nothing;

-- The network of the request of a confirmation, as a keyed hash, while the confirmation counts against the limit of the network.
alter table deliveries add column network text;
create index on deliveries (network, finished_at) where network is not null;
