-- An entry of a B-tree has at most 2,704 bytes, and nothing but the payload's cap limits how long a type's identifier is.
create index on commission_requests (type_id, status, id) include (unread, has_files) where octet_length(type_id) <= 1000;
drop index commission_requests_type_id_status_id_unread_has_files_idx;
