-- Lists and counts of unread requests go by status, as those of all requests do.
create index on commission_requests (status, id) include (has_files) where unread;
drop index commission_requests_id_status_has_files_idx;

-- The labels of requests, as lists and counts by label go through them. Kept by the tables themselves: whoever writes a
-- request's labels writes commission_requests.labels.
create table request_labels (
  label text not null,
  status text not null,
  request_id uuid not null references commission_requests (id) on delete cascade,
  primary key (label, status, request_id)
);

create index on request_labels (request_id);

insert into request_labels (label, status, request_id)
select distinct label, r.status, r.id from commission_requests r, unnest(r.labels) as label where r.labels <> '{}';

drop index commission_requests_labels_idx;

create function keep_request_labels() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from request_labels where request_id = new.id;
  end if;
  insert into request_labels (label, status, request_id)
  select distinct label, new.status, new.id from unnest(new.labels) as label;
  return null;
end
$$;

create trigger keep_labels_of_new after insert on commission_requests
for each row when (new.labels <> '{}') execute function keep_request_labels();

create trigger keep_labels_of_changed after update of labels, status on commission_requests
for each row
when (old.labels <> new.labels or (old.status <> new.status and new.labels <> '{}'))
execute function keep_request_labels();

-- Search rows name the week they come from, for searches that find very many. They are all made anew, behind the start.
truncate request_search;
update request_search_progress set epoch = 0, tx = '0', seq = 0;
