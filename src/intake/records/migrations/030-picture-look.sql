-- `picture_hash` is now a perceptual hash of the lowest 64 frequencies of a picture, which finds those that may look the same by
-- any 16 of its bits. `picture_look`, a hash of 256 bits and the mean colours of 64 cells, tells them apart. Hashes of before
-- are not compared until upkeep has made them anew. Empty: the picture cannot be compared, or upkeep is at it.
alter table commission_request_files add column picture_look bytea;

drop index commission_request_files_picture_hash;
create index commission_request_files_look_1 on commission_request_files (((picture_hash >> 48) & 65535)) where picture_look is not null;
create index commission_request_files_look_2 on commission_request_files (((picture_hash >> 32) & 65535)) where picture_look is not null;
create index commission_request_files_look_3 on commission_request_files (((picture_hash >> 16) & 65535)) where picture_look is not null;
create index commission_request_files_look_4 on commission_request_files ((picture_hash & 65535)) where picture_look is not null;
create index commission_request_files_look_missing on commission_request_files (request_id, position)
  where preview and picture_look is null;
