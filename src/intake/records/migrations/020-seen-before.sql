-- A difference hash of the picture, 64 bits: pictures that look the same differ in a few. Null before a preview was made.
alter table commission_request_files add column picture_hash bigint;

create index commission_request_files_sha256 on commission_request_files (sha256);
create index commission_request_files_picture_hash on commission_request_files (picture_hash, request_id)
  where picture_hash is not null;
