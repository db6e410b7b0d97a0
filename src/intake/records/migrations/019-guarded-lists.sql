-- The lists and counts of what is listed read these indexes alone. Before, the same had rows of all requests.
drop index commission_requests_status_id_unread_has_files_idx;
drop index commission_requests_status_id_has_files_idx;
drop index commission_requests_type_id_status_id_unread_has_files_idx;
drop index commission_requests_due_on_id_status_unread_has_files_idx;

create index on commission_requests (status, id) include (unread, has_files, hold);
create index on commission_requests (status, id) include (has_files, hold) where unread;
create index on commission_requests (type_id, status, id) include (unread, has_files, hold)
  where octet_length(type_id) <= 1000;
create index on commission_requests (due_on, id) include (status, unread, has_files, hold) where due_on is not null;
