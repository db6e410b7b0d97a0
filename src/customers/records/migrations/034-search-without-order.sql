-- Search rows need no order: the position passes events of transactions that still run, and keeps their ids.
alter table request_search_progress add column late xid8[] not null default '{}';
