-- Whether there is a small picture of the file; null while none has been tried.
alter table commission_request_files add column preview boolean;
