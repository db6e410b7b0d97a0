-- Upkeep and erasures read the search rows of forms before the third by this index, which is empty once all are made anew.
create index request_search_older_forms on request_search (request_id) where form < 3;
drop index request_search_request_id_idx;
