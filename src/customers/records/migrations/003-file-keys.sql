-- No two file records name the same object. In the order of the keys' bytes, in which an object store lists them.
create unique index on commission_request_files (file_key collate "C");
